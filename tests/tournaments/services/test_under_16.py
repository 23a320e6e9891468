"""Under 16, and whether the name may be public: who says so, and what holds then."""

from __future__ import annotations

import pytest

from games.enums import Role
from games.models import Player
from games.services.clubs import club_create, club_role_set
from games.services.players import player_create
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.models import Fact
from tests.evening import Evening
from tournaments.models import Entry, Event, SignUpWish
from tournaments.selectors.events import stage_of
from tournaments.services.bundle.document import bundle_decode
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.claims import entry_identify
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.events.settings import event_settings_change
from tournaments.services.player_names import player_shown_by, player_under_16_by

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def opened(evening: Evening) -> Event:
    event = evening.event(())
    return event_settings_change(act=evening.act(), stage=stage_of(event), changes={"sign_up": True})


def sign_up(evening: Evening, event: Event, name: str, **options: bool) -> Entry:
    return entry_sign_up(act=evening.act(NOBODY), event=event, name=name, **options).entry


def shown(player: Player) -> tuple[bool, bool]:
    """Hides the name, under 16."""
    player.refresh_from_db()
    return player.hides_name, player.under_16


@pytest.mark.parametrize(
    "options, expected",
    [
        ({"name_public": True}, (False, False)),
        ({"name_public": False}, (True, False)),
        ({"name_public": True, "under_16": True}, (True, True)),
    ],
)
def test_new_player_is_shown_as_the_form_was_answered(
    evening: Evening, options: dict[str, bool], expected: tuple[bool, bool]
) -> None:
    assert shown(sign_up(evening, opened(evening), "Zoe", **options).player) == expected


@pytest.mark.parametrize("is_known", [True, False])
def test_stranger_with_a_known_name_changes_nobody_until_an_organiser_says_who_it_is(
    evening: Evening, is_known: bool
) -> None:
    event = opened(evening)
    known = player_create(act=evening.act(), name="Zoe", club=evening.club)
    entry = sign_up(evening, event, "Zoe", name_public=True, under_16=True)
    assert (entry.player, shown(known)) == (known, (False, False))
    with pytest.raises(NotAllowed):
        player_shown_by(act=evening.by(entry), player=known, code=True)

    identified = entry_identify(act=evening.act(), entry=entry, is_known=is_known)

    assert shown(identified.player) == (True, True)
    assert shown(known) == (is_known, is_known)
    assert not SignUpWish.objects.exists()


def test_age_is_in_no_fact_and_the_name_stays_hidden_whoever_asks(evening: Evening) -> None:
    entry = sign_up(evening, opened(evening), "Zoe", under_16=True)
    for act in (evening.by(entry), evening.act()):
        with pytest.raises(DomainError) as refusal:
            player_shown_by(act=act, player=entry.player, code=False)
        assert refusal.value.code == "under_16"

    player_under_16_by(act=evening.act(), player=entry.player, under_16=False)
    assert shown(entry.player) == (True, False)
    player_shown_by(act=evening.by(entry), player=entry.player, code=False)

    assert shown(entry.player) == (False, False)
    facts = Fact.objects.filter(stream_id=f"player:{entry.player.key}").order_by("number")
    assert [(fact.kind, [*fact.payload]) for fact in facts][1:] == [
        ("player.name_hidden", ["player"]),
        ("player.name_shown", ["player"]),
    ]


def test_organisers_of_the_players_club_say_it_and_nobody_else(evening: Evening) -> None:
    entries = entries_add(act=evening.act(), stage=stage_of(evening.event(())), text="Zoe\nYan", under_16=True)
    assert [shown(entry.player) for entry in entries] == [(True, True)] * 2
    owner, desk = evening.account("other@example.org"), evening.account("desk@example.org")
    club_create(act=evening.by_user(owner), name="Another club")
    club_role_set(act=evening.act(), club=evening.club, email=desk.email, role=Role.DESK)
    zoe = entries[0].player

    def may(act: Act, under_16: bool) -> bool:
        try:
            player_under_16_by(act=act, player=zoe, under_16=under_16)
        except NotAllowed:
            return False
        return True

    strangers = (NOBODY, Actor("link", entries[0].key), Actor("user", owner.key), Actor("user", desk.key))
    assert [may(evening.act(actor), flag) for actor in strangers for flag in (True, False)] == [False] * 8
    # Any club can enter somebody else's player: that takes nobody's name away.
    guest = evening.by_user(owner)
    from tournaments.services.events.create import event_create

    away = event_create(
        act=guest,
        club_slug="another-club",
        name="Away",
        starts_at=evening.now,
        time_zone="UTC",
        preset="round-robin-evening",
    )
    player_under_16_by(act=evening.act(), player=zoe, under_16=False)
    player_shown_by(act=evening.act(), player=zoe, code=False)
    entered = entries_add(act=guest, stage=stage_of(away), text="Zoe", choices={1: zoe.key}, under_16=True)
    assert [(entry.player, shown(entry.player)) for entry in entered] == [(zoe, (False, False))]
    away_link = Actor("link", entered[0].key)
    assert [may(act, flag) for act in (guest, evening.act(away_link)) for flag in (True, False)] == [False] * 4
    for code in (True, False):
        with pytest.raises(NotAllowed):
            player_shown_by(act=evening.act(away_link), player=zoe, code=code)
    assert (shown(zoe), may(evening.act(), True), may(evening.act(), False)) == ((False, False), True, True)


def test_bundle_takes_the_protection_along(evening: Evening) -> None:
    event = evening.event(())
    entries_add(act=evening.act(), stage=stage_of(event), text="Zoe", under_16=True)

    people = bundle_decode(bundle_of(event)).people

    assert people is not None
    assert [(line.hides_name, line.under_16) for line in people.players] == [(True, True)]


def test_stranger_who_types_a_hidden_name_learns_no_code(evening: Evening) -> None:
    event = opened(evening)
    hidden, other = (player_create(act=evening.act(), name="Zoe", club=evening.club) for _ in range(2))
    player_under_16_by(act=evening.act(), player=hidden, under_16=True)

    entry = sign_up(evening, event, "Zoe")

    assert (entry.player, entry.is_claim) == (other, True)


def test_stranger_who_types_the_name_of_an_under_16_is_somebody_new_by_code(evening: Evening) -> None:
    hidden = player_create(act=evening.act(), name="Zoe", club=evening.club)
    player_under_16_by(act=evening.act(), player=hidden, under_16=True)
    event = opened(evening)
    entries_add(act=evening.act(), stage=stage_of(event), text="Zoe")

    entry = sign_up(evening, event, "Zoe", name_public=True)

    assert entry.player != hidden
    assert not entry.is_claim
    assert entry.player.public_name == f"#{entry.player.key[:6]}"
