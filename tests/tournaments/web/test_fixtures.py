"""Pages of fixtures: two agree from their phones, the staff helps, and nobody else reads where they meet."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from tests.evening import Evening, entry_at, game_of, opened
from tests.tournaments.services.fixtures.scene import CLOSES, event_of, fixtures_of
from tournaments.models import AwayDays, CalendarToken, Match, OwnZone, Proposal
from tournaments.selectors.fixtures import own as own_selector
from tournaments.web.fixtures import own as own_pages
from tournaments.web.fixtures import staff as staff_pages

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HOME = "Hohe Straße 7, second bell"


class Clock:
    """What pages and acts take for now."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def now(self) -> Any:
        return self.evening.now


@pytest.fixture
def clock(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock(evening)
    from magistrar_site.shared import acts  # beside the modules that are patched
    from tournaments.web import evening as evening_page

    matches = fixtures_of(evening)  # copied before anything is replaced
    assert matches
    for module in (acts, own_pages, staff_pages, evening_page):
        monkeypatch.setattr(module, "timezone", found)
    assert own_selector is not None
    return found


@pytest.fixture
def match(evening: Evening, clock: Clock) -> Match:
    return Match.objects.get(key=fixtures_of(evening)[0].key)


def address(match: Match, position: int) -> str:
    return f"/evening/{entry_at(match, position).key}/fixtures/{match.key}/"


def text_of(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def propose(match: Match, position: int = 0, **typed: str) -> Any:
    data = {
        "propose": "1",
        "time_1": "2026-03-10T19:00",
        "time_2": "2026-03-11T20:30",
        "place_kind": "address",
        "place": HOME,
    }
    browser = opened(entry_at(match, position))
    return browser.post(address(match, position), data | typed, follow=True)


def test_two_agree_on_a_time_from_their_pages(match: Match) -> None:
    assert "Your opponent can accept one of the times." in text_of(propose(match))
    other = opened(entry_at(match, 1))
    assert "waits for your answer" in text_of(other.get(f"/evening/{entry_at(match, 1).key}/"))
    page = other.get(address(match, 1)).content.decode()
    values = re.findall(r'name="accept"\s+value="([^"]+)"', page)
    assert len(values) == 2
    assert HOME in page
    response = other.post(address(match, 1), {"accept": values[0]}, follow=True)
    assert "Agreed." in text_of(response)
    match.refresh_from_db()
    assert match.agreed_at is not None
    assert match.agreed_at.isoformat() == "2026-03-10T18:00:00+00:00"  # 19:00 in Berlin, before summer time
    assert "10 Mar 2026, 19:00" in text_of(other.get(address(match, 1)))


def test_times_are_typed_and_shown_in_the_players_own_zone(match: Match) -> None:
    entry = entry_at(match, 0)
    browser = opened(entry)
    browser.post(f"/evening/{entry.key}/fixtures/", {"zone": "1", "time_zone": "America/New_York"})
    assert OwnZone.objects.get().time_zone == "America/New_York"
    propose(match, time_1="2026-03-08T03:00", time_2="")  # the first hour after clocks went forward there
    assert Proposal.objects.get().times.get().starts_at.isoformat() == "2026-03-08T07:00:00+00:00"
    assert "8 Mar 2026, 03:00" in text_of(browser.get(address(match, 0)))
    assert "8 Mar 2026, 08:00" in text_of(opened(entry_at(match, 1)).get(address(match, 1)))
    skipped = propose(match, time_1="2026-03-08T02:30", time_2="")
    assert skipped.status_code == 422
    assert "On 2026-03-08 there is no 02:30 in America/New_York: clocks go forward." in text_of(skipped)
    assert 'value="2026-03-08T02:30"' in skipped.content.decode()  # what was typed stays


@pytest.mark.parametrize(
    "typed, said",
    [
        ({"time_1": ""}, "This is still empty. Fill it in."),
        ({"time_1": "tomorrow"}, "Type a date and time like 2026-03-06 19:30."),
        ({"time_1": "2026-03-01T19:00"}, "A time that you propose is over."),
        ({"time_1": "2026-04-01T19:00"}, "after the last day to play this match"),
        ({"place": ""}, "Type the address."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(match: Match, typed: dict[str, str], said: str) -> None:
    response = propose(match, **typed)
    assert (response.status_code, Proposal.objects.count()) == (422, 0)
    assert said in text_of(response)


def test_changing_declining_withdrawing_and_taking_back(match: Match) -> None:
    first, second = (opened(entry_at(match, position)) for position in (0, 1))
    propose(match)
    key = Proposal.objects.get().key
    assert "Declined." in text_of(second.post(address(match, 1), {"decline": key}, follow=True))
    propose(match, 1)
    mine = Proposal.objects.get(state="open")
    assert "withdrawn" in text_of(second.post(address(match, 1), {"withdraw": mine.key}, follow=True))
    propose(match, 1)
    mine = Proposal.objects.get(state="open")
    at = mine.times.all()[0].starts_at.isoformat()
    assert "Agreed." in text_of(first.post(address(match, 0), {"accept": f"{mine.key} {at}"}, follow=True))
    first.post(address(match, 0), {"call_off": "1"})
    asked = Proposal.objects.get(state="open")
    assert "asks to take the agreed time back" in text_of(second.get(address(match, 1)))
    second.post(address(match, 1), {"accept": asked.key})
    match.refresh_from_db()
    assert match.agreed_at is None
    stale = second.post(address(match, 1), {"accept": f"{key} {at}"})
    assert "This proposal isn’t open any more." in text_of(stale)
    assert text_of(second.post(address(match, 1), {})).count("Choose what to do.") == 1


def test_days_away_are_marked_and_seen_by_the_opponent_within_the_window_alone(match: Match) -> None:
    entry = entry_at(match, 0)
    browser, page = opened(entry), f"/evening/{entry.key}/fixtures/"
    browser.post(page, {"away": "1", "first_day": "2026-03-12", "last_day": "2026-03-20"})
    browser.post(page, {"away": "1", "first_day": "2026-03-21", "last_day": ""})
    span = AwayDays.objects.get()
    assert (str(span.first_day), str(span.last_day)) == ("2026-03-12", "2026-03-21")
    assert "you are away in this time" in text_of(browser.get(page))
    said = text_of(opened(entry_at(match, 1)).get(address(match, 1)))
    assert f"{entry.player.name} can’t play on: Thu 12 Mar 2026, Fri 13 Mar 2026 " in said
    turned = browser.post(page, {"away": "1", "first_day": "2026-03-12", "last_day": "2026-03-01"})
    assert "The last day is before the first." not in text_of(browser.get(page))
    assert turned.status_code == 422
    browser.post(page, {"back": span.key})
    assert not AwayDays.objects.exists()


def test_calendar_address_is_shown_once_and_taken_back(match: Match) -> None:
    entry = entry_at(match, 0)
    browser, page = opened(entry), f"/evening/{entry.key}/fixtures/"
    made = browser.post(page, {"calendar": "1"}).content.decode()
    (path,) = set(re.findall(r"webcal://[^/]+(/calendars/[^\"]+\.ics)", made))
    assert browser.get(path).status_code == 200
    assert "/calendars/" not in browser.get(page).content.decode()
    browser.post(page, {"revoke": "1"})
    assert browser.get(path).status_code == 404


def test_pages_belong_to_the_player(match: Match, client: Client, evening: Evening) -> None:
    stranger = opened(entry_at(fixtures_of(evening)[1], 0))
    for browser in (client, stranger, evening.browser()):
        for path in (address(match, 0), f"/evening/{entry_at(match, 0).key}/fixtures/"):
            assert browser.get(path).status_code == 403
            assert browser.post(path, {"propose": "1", "calendar": "1"}).status_code == 403
    own = opened(entry_at(match, 0))
    other = fixtures_of(evening)[1]
    assert own.get(f"/evening/{entry_at(match, 0).key}/fixtures/{other.key}/").status_code == 404


def test_nobody_else_reads_proposals_places_or_days_away(match: Match, client: Client, evening: Evening) -> None:
    propose(match)
    opened(entry_at(match, 0)).post(
        f"/evening/{entry_at(match, 0).key}/fixtures/", {"away": "1", "first_day": "2026-03-13"}
    )
    proposal = Proposal.objects.get()
    at = proposal.times.all()[0].starts_at
    slug = event_of(match).slug
    helper = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=helper.email, role=Role.DESK)
    paths = [
        f"/events/{slug}/",
        f"/events/{slug}/pairings/",
        f"/events/{slug}/rounds/1/",
        f"/matches/{match.key}/",
        f"/games/{game_of(match).key}/",
        f"/events/{slug}/manage/log/",
        f"/events/{slug}/fixtures-en.ics",
        f"/clubs/{evening.club.slug}/events.ics",
        f"/api/v1/events/{slug}/",
        f"/api/v1/events/{slug}/facts/",
        f"/api/v1/matches/{match.key}/",
    ]
    stranger = opened(entry_at(fixtures_of(evening)[1], 0))

    def read_by_all() -> str:
        readers = (client, stranger, evening.browser(helper))
        return "".join(reader.get(path).content.decode() for reader in readers for path in paths)

    said = read_by_all()
    assert HOME not in said
    assert "2026-03-11" not in said
    assert "can’t play on" not in said
    opened(entry_at(match, 1)).post(address(match, 1), {"accept": f"{proposal.key} {at.isoformat()}"})
    said = read_by_all()
    assert HOME not in said
    assert "2026-03-11" not in said
    assert "place agreed" in client.get(f"/events/{slug}/pairings/").content.decode()
    assert evening.browser(helper).get(f"/events/{slug}/manage/fixtures/").status_code == 403


def test_staff_sees_what_was_proposed_sets_extends_and_decides(match: Match, evening: Evening) -> None:
    propose(match)
    browser, slug = evening.browser(), event_of(match).slug
    page = f"/events/{slug}/manage/fixtures/{match.key}/"
    name = entry_at(match, 0).player.name
    assert f"{name} proposed times" in text_of(browser.get(f"/events/{slug}/manage/fixtures/"))
    assert HOME in text_of(browser.get(page))
    browser.post(page, {"set_time": "1", "agreed_at": "2026-03-12T19:00", "place_kind": "club", "place": ""})
    match.refresh_from_db()
    assert match.agreed_at is not None
    assert match.agreed_at.isoformat() == "2026-03-12T18:00:00+00:00"
    browser.post(page, {"set_time": "1", "agreed_at": "", "place_kind": "", "place": ""})
    evening.later(days=8)
    assert "Not played in time" in text_of(browser.get(f"/events/{slug}/manage/fixtures/"))
    browser.post(page, {"extend": "1", "closes_at": "2026-03-20T20:00"})
    match.refresh_from_db()
    assert match.closes_at == CLOSES + timedelta(days=7)
    assert browser.post(page, {"decide": "1", "winner": entry_at(match, 0).key, "why": ""}).status_code == 422
    browser.post(page, {"decide": "1", "winner": entry_at(match, 0).key, "why": "Bert never answered."})
    result = game_of(match).results.get(is_current=True)
    seats = {seat.player_id: seat.number for seat in game_of(match).seats.all()}
    assert (result.kind, result.winner) == ("forfeit", seats[entry_at(match, 0).player_id])
    assert "This game has a result." in text_of(opened(entry_at(match, 0)).get(address(match, 0)))


def test_both_lose_where_neither_was_available(match: Match, evening: Evening) -> None:
    page = f"/events/{event_of(match).slug}/manage/fixtures/{match.key}/"
    evening.browser().post(page, {"decide": "1", "winner": "nobody", "why": "Neither proposed anything."})
    assert game_of(match).results.get(is_current=True).kind == "double_forfeit"


def test_own_page_says_what_is_due(match: Match, evening: Evening) -> None:
    entry = entry_at(match, 0)
    page = f"/evening/{entry.key}/"
    assert "has to be played by" not in text_of(opened(entry).get(page))
    evening.later(days=4)
    assert "Half of the time is over" in text_of(opened(entry).get(page))
    evening.later(days=2)
    assert "Two days or less are left" in text_of(opened(entry).get(page))
    evening.later(days=2)
    assert "The organiser decides what becomes of it." in text_of(opened(entry).get(page))


def test_account_of_the_player_gets_the_calendar_of_all_events(match: Match, evening: Evening) -> None:
    entry = entry_at(match, 0)
    entry.player.user = evening.user
    entry.player.save()
    browser, page = evening.browser(), f"/evening/{entry.key}/fixtures/"
    assert "your games in all events" in text_of(browser.get(page))
    made = browser.post(page, {"calendar": "1"}).content.decode()
    assert CalendarToken.objects.get().entry is None
    (path,) = set(re.findall(r"webcal://[^/]+(/calendars/[^\"]+\.ics)", made))
    assert browser.get(path).status_code == 200


def test_public_pages_lead_to_the_calendar(match: Match, client: Client) -> None:
    slug = event_of(match).slug
    page = client.get(f"/events/{slug}/").content.decode()
    assert f"/events/{slug}/fixtures-en.ics" in page
