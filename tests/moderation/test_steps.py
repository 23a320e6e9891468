"""What the service's staff hides, and what of it strangers, players and organisers still find."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from games.models import Club, Player
from games.selectors.clubs import clubs
from games.services.clubs import MOST_OF_NEW_ACCOUNT, club_create
from games.services.pictures import club_logo_set
from games.services.players import player_create, player_name_hide
from leagues.selectors.leagues import events_of_league
from leagues.services.leagues.create import league_create
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.suspending import NEW_FOR
from magistrar_site.accounts.services.tokens import token_create
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import OutgoingMail
from magistrar_site.shared.services.due import reconcile
from moderation.enums import Kind, ReportState
from moderation.models import Report, Step
from moderation.services.reports import KEPT_FOR, report_keep, report_make
from moderation.services.steps import account_trust, step_lift, step_take
from privacy.services.merging.merge import players_merge
from ratings.models import Pool
from tests.evening import Evening, opened
from tests.leagues.league_evening import LeagueEvening
from tests.moderation.pictures import png
from tests.tournaments.services.test_bundle import forget_event
from tournaments.models import Entry, Event, MatchGame
from tournaments.services.bundle.exporting import event_export
from tournaments.services.bundle.importing import event_import
from tournaments.services.events.create import MOST_A_DAY_OF_NEW_ACCOUNT

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def staff(evening: Evening) -> Act:
    """An act of somebody who runs the service."""
    user = User.objects.filter(email="staff@example.org").first() or evening.account("staff@example.org")
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    return evening.act(Actor("user", user.key, staff=True))


def addresses(**place: str) -> Iterator[str]:
    """Every address of the site that these parts make."""
    yield from _addresses(get_resolver().url_patterns, "", place)


def _addresses(patterns: list[URLPattern | URLResolver], space: str, place: dict[str, str]) -> Iterator[str]:
    for each in patterns:
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            yield from _addresses(each.url_patterns, inner, place)
        elif each.name and place.keys() <= set(each.pattern.regex.groupindex):
            rest = {name: value for name, value in OTHER.items() if name in each.pattern.regex.groupindex}
            try:
                yield reverse(f"{space}{each.name}", kwargs=rest | place)
            except NoReverseMatch:
                continue


OTHER: dict[str, str | int] = {"number": 1, "language": "en", "stage": 1, "division": 1}


def shown(client: Client, paths: list[str], **headers: str) -> set[str]:
    return {path for path in paths if client.get(path, headers=headers or None).status_code == 200}


def test_nothing_of_a_hidden_event_is_found_by_strangers() -> None:
    evening = Evening()
    event = evening.started()
    evening.publish(event, 1)
    game = MatchGame.objects.filter(match__round__stage__event=event)[0]
    paths = list(dict.fromkeys(addresses(slug=event.slug)))
    paths += [path for path in addresses(key=game.game.key) if "/games/" in path]
    paths += [path for path in addresses(key=game.match.key) if "/matches/" in path]
    before = shown(Client(), paths)
    assert {f"/events/{event.slug}/", f"/events/{event.slug}/rounds/1/", f"/api/v1/events/{event.slug}/"} <= before
    assert {f"/games/{game.game.key}/", f"/api/v1/games/{game.game.key}/"} <= before
    step = step_take(act=staff(evening), kind=Kind.EVENT, key=event.key, why="It insults somebody.")

    found = {path for path in shown(Client(), paths) if "/clubs/" not in path}
    assert found == set()
    for listing in ("/", "/events/", f"/clubs/{evening.club.slug}/", "/search/?q=evening"):
        assert f"/events/{event.slug}/" not in Client().get(listing).content.decode(), listing
    assert event.name not in Client().get("/api/v1/events/").content.decode()
    page = evening.browser().get(f"/events/{event.slug}/manage/").content.decode()
    assert "It insults somebody." in page
    entry = Entry.objects.filter(event=event).first()
    assert entry is not None
    assert opened(entry).get(f"/events/{event.slug}/").status_code == 200
    mine = MatchGame.objects.filter(match__seats__entry=entry)[0]
    assert opened(entry).get(f"/games/{mine.game.key}/").status_code == 200

    step_lift(act=staff(evening), step=step, why="They changed the name.")
    assert shown(Client(), paths) == before


def test_nothing_of_a_hidden_club_is_found_by_strangers() -> None:
    evening = LeagueEvening()
    season = evening.running(4)
    event, own = evening.event(name="Offen"), evening.event(name="Eigen")
    league = {"club": evening.club.slug, "slug": evening.league.slug}
    paths = [
        *addresses(slug=evening.club.slug),
        *addresses(slug=event.slug),
        *addresses(**league),
    ]
    before = {path for path in shown(Client(), paths) if not path.startswith("/styleguide")}
    assert {f"/clubs/{evening.club.slug}/", f"/leagues/{evening.club.slug}/{evening.league.slug}/"} <= before
    alone = step_take(act=staff(evening), kind=Kind.EVENT, key=own.key, why="Its name.")
    step = step_take(act=staff(evening), kind=Kind.CLUB, key=evening.club.key, why="Hateful.")

    assert shown(Client(), paths) == set()
    assert evening.club not in clubs()
    assert evening.club.name not in Client().get("/clubs/").content.decode()
    assert evening.league.name not in Client().get("/leagues/").content.decode()
    assert "Hateful." in evening.browser().get(f"/clubs/{evening.club.slug}/").content.decode()
    assert "Hateful." in evening.browser().get(reverse("leagues:manage", kwargs=league)).content.decode()
    for adding in (
        lambda: evening.event(name="Noch einer"),
        lambda: league_create(act=evening.act(), club_slug=evening.club.slug, name="Neu", time_zone="Europe/Berlin"),
    ):
        with pytest.raises(DomainError) as refusal:
            adding()
        assert refusal.value.code == "club_hidden"
    player = Player.objects.filter(club=evening.club)[0]
    pages = [f"/players/{player.key}/", f"/search/?q={player.name}", "/leaderboard/", "/api/v1/pools/"]
    pages += [f"/api/v1/players/{player.key}/", f"/api/v1/players/?search={player.name}"]
    for page in pages:
        assert evening.club.name not in Client().get(page).content.decode(), page
    pool = Pool.objects.get(club=evening.club)
    assert Client().get(f"/leaderboard/{pool.key}/").status_code == 404
    assert Client().get(f"/api/v1/pools/{pool.key}/").status_code == 404

    step_lift(act=staff(evening), step=step, why="Settled.")
    assert shown(Client(), paths) == before
    assert Event.objects.get(pk=own.pk).is_hidden
    step_lift(act=staff(evening), step=alone, why="Settled.")
    assert not Event.objects.filter(is_hidden=True).exists()
    assert season.league_id == evening.league.pk


def test_hidden_name_stays_a_code_until_the_staff_shows_it() -> None:
    evening = Evening()
    evening.started()
    player = Player.objects.get(name="Anna")
    step = step_take(act=staff(evening), kind=Kind.NAME, key=player.key, why="An insult.")
    player.refresh_from_db()
    assert player.public_name == f"#{player.key[:6]}"
    with pytest.raises(DomainError) as refusal:
        player_name_hide(act=evening.act(), player=player, hides=False)
    assert refusal.value.code == "name_withheld"
    step_lift(act=staff(evening), step=step, why="It is a real name.")
    player.refresh_from_db()
    assert player.public_name == "Anna"

    player_name_hide(act=evening.act(), player=player, hides=True)  # who hid it before doesn't see it shown
    step = step_take(act=staff(evening), kind=Kind.NAME, key=player.key, why="An insult.")
    step_lift(act=staff(evening), step=step, why="It is a real name.")
    player.refresh_from_db()
    assert player.hides_name


def test_hidden_logo_cant_be_replaced() -> None:
    evening = Evening()
    club_logo_set(act=evening.act(), club=evening.club, file=png())
    address = f"/clubs/{evening.club.slug}/logo.webp"
    assert Client().get(address).status_code == 200
    step = step_take(act=staff(evening), kind=Kind.LOGO, key=evening.club.key, why="Stolen.")
    assert Client().get(address).status_code == 404
    for file in (png((9, 9)), None):
        with pytest.raises(DomainError) as refusal:
            club_logo_set(act=evening.act(), club=evening.club, file=file)
        assert refusal.value.code == "picture_hidden"
    step_lift(act=staff(evening), step=step, why="Theirs after all.")
    assert Client().get(address).status_code == 200


def test_suspended_account_acts_no_more() -> None:
    evening = Evening()
    browser = evening.browser()
    _token, secret = token_create(act=evening.act(), user=evening.user, name="Script", scopes=["read"])
    assert browser.get("/my-clubs/").status_code == 200
    step = step_take(act=staff(evening), kind=Kind.ACCOUNT, key=evening.user.key, why="Spam.")
    assert browser.get("/my-clubs/").status_code == 302
    answer = Client().get("/api/v1/events/", headers={"Authorization": f"Token {secret}"})
    assert answer.status_code == 401
    step_lift(act=staff(evening), step=step, why="Somebody else had the password.")
    assert browser.get("/my-clubs/").status_code == 200


def test_only_the_staff_acts_with_a_reason_and_not_on_itself() -> None:
    evening = Evening()
    someone = evening.account("someone@example.org")
    for act in (
        evening.act(),
        evening.by_user(someone),
        evening.act(Actor("nobody", "")),
        evening.act(Actor("link", "x")),
    ):
        with pytest.raises(NotAllowed):
            step_take(act=act, kind=Kind.CLUB, key=evening.club.key, why="Mine.")
        with pytest.raises(NotAllowed):
            account_trust(act=act, key=evening.user.key, trusted=True)
    act = staff(evening)
    with pytest.raises(Invalid) as invalid:
        step_take(act=act, kind=Kind.CLUB, key=evening.club.key, why=" ")
    assert invalid.value.code == "why_missing"
    with pytest.raises(DomainError) as refusal:
        step_take(act=act, kind=Kind.ACCOUNT, key=act.actor.key, why="Me.")
    assert refusal.value.code == "own_account"
    User.objects.filter(pk=someone.pk).update(is_superuser=True)
    with pytest.raises(DomainError) as refusal:
        step_take(act=act, kind=Kind.ACCOUNT, key=someone.key, why="Them.")
    assert refusal.value.code == "of_staff"
    assert not Step.objects.exists()
    assert not Club.objects.get(pk=evening.club.pk).is_hidden


def test_step_taken_twice_is_one_and_lifted_twice_too() -> None:
    evening = Evening()
    act = staff(evening)
    first = step_take(act=act, kind=Kind.CLUB, key=evening.club.key, why="Spam.")
    assert step_take(act=act, kind=Kind.CLUB, key=evening.club.key, why="Again.") == first
    for why in ("Settled.", "Once more."):
        step_lift(act=act, step=first, why=why)
    assert [(step.why, step.lifted_why) for step in Step.objects.all()] == [("Spam.", "Settled.")]


def test_owners_are_told_by_mail(settings: object) -> None:
    evening = Evening()
    settings.EMAIL_HOST = "mail.example.org"  # type: ignore[attr-defined] # pytest-django's
    step_take(act=staff(evening), kind=Kind.ACCOUNT, key=evening.user.key, why="Spam in the announcements.")
    (told,) = OutgoingMail.objects.all()
    assert told.recipients["to"] == [evening.user.email]
    assert "Spam in the announcements." in told.body
    assert "/imprint/" in told.body


def test_new_account_has_limits_until_it_is_trusted() -> None:
    evening = Evening()
    someone = evening.account("new@example.org")
    User.objects.filter(pk=someone.pk).update(date_joined=evening.now)
    act = evening.by_user(someone)
    for number in range(MOST_OF_NEW_ACCOUNT):
        club_create(act=act, name=f"Verein {number}")
    with pytest.raises(DomainError) as refusal:
        club_create(act=act, name="Noch einer")
    assert (refusal.value.code, refusal.value.status) == ("new_account", 429)
    assert club_create(act=act, name="Verein 0").name == "Verein 0"  # sent once more
    account_trust(act=staff(evening), key=someone.key, trusted=True)
    club_create(act=act, name="Noch einer")
    account_trust(act=staff(evening), key=someone.key, trusted=False)
    evening.now += NEW_FOR + timedelta(seconds=1)
    club_create(act=evening.by_user(someone), name="Später")


@pytest.mark.slow
def test_new_account_sets_up_so_many_events_a_day() -> None:
    evening = Evening()
    for number in range(MOST_A_DAY_OF_NEW_ACCOUNT):
        evening.event((), name=f"Abend {number}")
    with pytest.raises(DomainError) as refusal:
        evening.event((), name="Noch einer")
    assert refusal.value.code == "new_account"
    evening.later(days=1, seconds=1)
    evening.event((), name="Morgen")


def test_report_is_answered_and_forgotten_in_time() -> None:
    evening = Evening()
    path = f"/clubs/{evening.club.slug}/"
    nobody = evening.act(Actor("nobody", ""))
    first = report_make(act=nobody, path=f"{path}?x=1", reason="spam", text="Casino")
    assert report_make(act=nobody, path=path, reason="spam", text="Casino") == first
    second = report_make(act=evening.act(), path=path, reason="offensive")
    with pytest.raises(NotAllowed):
        report_keep(act=evening.act(), report=second)
    act = staff(evening)
    step_take(act=act, kind=Kind.CLUB, key=evening.club.key, why="Spam.", report=first)
    report_keep(act=act, report=second)
    report_keep(act=act, report=first)  # answered already
    states = {report.key: report.state for report in Report.objects.all()}
    assert states == {first.key: ReportState.ACTED, second.key: ReportState.KEPT}
    reconcile(now=evening.now + KEPT_FOR)
    assert Report.objects.count() == 2
    reconcile(now=evening.now + KEPT_FOR + timedelta(seconds=1))
    assert Report.objects.count() == 0
    assert Step.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"path": "/privacy/"}, "no_such_page"),
        ({"path": "https://example.org/clubs/x/"}, "no_such_page"),
        ({"reason": "bad"}, "no_such_reason"),
        ({"reason": "other"}, "text_missing"),
        ({"text": "x" * 1001}, "text_too_long"),
    ],
)
def test_report_that_says_nothing_is_refused(wrong: dict[str, str], code: str) -> None:
    evening = Evening()
    said = {"path": "/clubs/x/", "reason": "spam", "text": ""} | wrong
    with pytest.raises(Invalid) as refusal:
        report_make(act=evening.act(), **said)
    assert refusal.value.code == code


def test_event_of_a_file_keeps_to_the_same_limits() -> None:
    evening = Evening()
    event = evening.started()
    data = event_export(act=evening.act(), event=event)
    forget_event(event)
    step = step_take(act=staff(evening), kind=Kind.CLUB, key=evening.club.key, why="Spam.")
    with pytest.raises(DomainError) as refusal:
        event_import(act=evening.act(), data=data)
    assert refusal.value.code == "club_hidden"
    step_lift(act=staff(evening), step=step, why="Settled.")
    event_import(act=evening.act(), data=data)


def test_hidden_league_takes_its_divisions_along() -> None:
    evening = LeagueEvening()
    evening.running(4)
    (event,) = events_of_league(evening.league.key)
    own = step_take(act=staff(evening), kind=Kind.EVENT, key=event.key, why="Its text.")
    step_lift(act=staff(evening), step=own, why="Settled.")
    step = step_take(act=staff(evening), kind=Kind.LEAGUE, key=evening.league.key, why="Its name.")
    for page in (f"/events/{event.slug}/", f"/leagues/{evening.club.slug}/{evening.league.slug}/"):
        assert Client().get(page).status_code == 404, page
    for page in ("/", "/events/", f"/clubs/{evening.club.slug}/", "/leagues/", "/api/v1/events/"):
        assert evening.league.name not in Client().get(page).content.decode(), page
    own = step_take(act=staff(evening), kind=Kind.EVENT, key=event.key, why="Its text too.")
    step_lift(act=staff(evening), step=step, why="Renamed.")
    assert Client().get(f"/events/{event.slug}/").status_code == 404
    step_lift(act=staff(evening), step=own, why="Changed.")
    assert Client().get(f"/events/{event.slug}/").status_code == 200


def test_withheld_name_doesnt_come_back_by_merging() -> None:
    evening = Evening()
    evening.event(("Anna Berg", "Anna"))
    one, other = Player.objects.get(name="Anna Berg"), player_create(act=evening.act(), name="Anna", club=evening.club)
    step_take(act=staff(evening), kind=Kind.NAME, key=one.key, why="Impersonates somebody.")
    for player, into in ((one, other), (other, one)):
        with pytest.raises(DomainError) as refusal:
            players_merge(act=evening.act(), player=player, into=into)
        assert refusal.value.code == "name_withheld"


def test_new_account_starts_so_many_leagues() -> None:
    evening = Evening()
    make = partial(league_create, act=evening.act(), club_slug=evening.club.slug, time_zone="Europe/Berlin")
    for number in range(MOST_OF_NEW_ACCOUNT):
        make(name=f"Liga {number}")
    with pytest.raises(DomainError) as refusal:
        make(name="Noch eine")
    assert refusal.value.code == "new_account"
    assert make(name="Liga 0").name == "Liga 0"  # sent once more
