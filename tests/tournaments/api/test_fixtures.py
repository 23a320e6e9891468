"""Fixtures for programs: the same acts as on the pages, for the same people; and the matrix of who may what."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.api.evening import link_client, token_client
from tests.tournaments.services.announcements.mail_server import reader
from tests.tournaments.services.fixtures.scene import event_of, fixtures_of
from tournaments.models import AwayDays, CalendarToken, Match, Proposal, Round

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
API = "/api/v1"
HOME = {"kind": "address", "text": "Hohe Straße 7"}


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def match(evening: Evening) -> Match:
    """A match whose window is open now, by the clock of the computer."""
    match = fixtures_of(evening)[0]
    now = datetime.now(UTC)
    Round.objects.filter(pk=match.round_id).update(starts_at=now - timedelta(days=1), ends_at=now + timedelta(days=6))
    return Match.objects.get(pk=match.pk)


def player(match: Match, position: int) -> APIClient:
    return link_client(link_token(subject=entry_at(match, position).key))


def soon(days: int = 1) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).replace(microsecond=0).isoformat()


def propose(match: Match, position: int = 0, **more: Any) -> Any:
    body = {"times": [soon(1), soon(2)], "place": HOME, **more}
    return player(match, position).post(f"{API}/matches/{match.key}/proposals/", body)


def test_two_agree_change_and_take_back(match: Match) -> None:
    made = propose(match)
    assert made.status_code == 201
    (proposal,) = made.json()["proposals"]
    assert (proposal["state"], proposal["place"], len(proposal["times"])) == ("open", HOME, 2)
    other = player(match, 1)
    assert other.get(f"{API}/matches/{match.key}/fixture/").json()["proposals"] == [proposal]
    accepted = other.post(f"{API}/proposals/{proposal['key']}/accept/", {"starts_at": proposal["times"][0]})
    assert (accepted.status_code, accepted.json()["agreed_at"]) == (200, proposal["times"][0])
    assert accepted.json()["place"] == HOME
    asked = other.post(f"{API}/matches/{match.key}/call-off/").json()["proposals"][-1]
    assert asked["times"] == []
    taken = player(match, 0).post(f"{API}/proposals/{asked['key']}/accept/", {})
    assert (taken.json()["agreed_at"], taken.json()["place"]) == (None, None)
    again = propose(match).json()["proposals"][-1]
    assert other.post(f"{API}/proposals/{again['key']}/decline/").json()["proposals"][-1]["state"] == "declined"
    mine = propose(match, 1).json()["proposals"][-1]
    withdrawn = other.post(f"{API}/proposals/{mine['key']}/withdraw/").json()
    assert withdrawn["proposals"][-1]["state"] == "withdrawn"


@pytest.mark.parametrize(
    "body, status, code",
    [
        ({"times": []}, 400, "invalid"),
        ({"times": ["2026-03-10T19:00"]}, 400, "invalid"),  # no offset: nobody knows which zone
        ({"times": ["2026-03-10T19:00Z"]}, 422, "time_over"),
        ({"times": ["2126-03-10T19:00Z"]}, 422, "after_window"),
    ],
)
def test_times_that_cannot_be_are_refused(match: Match, body: dict[str, Any], status: int, code: str) -> None:
    response = player(match, 0).post(f"{API}/matches/{match.key}/proposals/", body)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_everybody_sees_the_time_and_that_there_is_a_place(match: Match, evening: Evening) -> None:
    staff = token_client(evening.user)
    at = soon(3)
    staff.post(f"{API}/matches/{match.key}/time/", {"agreed_at": at, "place": HOME})
    response = APIClient().get(f"{API}/events/{event_of(match).slug}/fixtures/")
    (row, other) = sorted(response.json()["results"], key=lambda row: row["agreed_at"] is None)
    assert (row["match"], row["has_place"], other["agreed_at"]) == (match.key, True, None)
    assert datetime.fromisoformat(row["agreed_at"]) == datetime.fromisoformat(at)
    assert "Hohe" not in response.content.decode()
    assert "Hohe" not in APIClient().get(f"{API}/matches/{match.key}/").content.decode()
    assert staff.get(f"{API}/matches/{match.key}/fixture/").json()["place"] == HOME


def test_days_away_of_a_player(match: Match, evening: Evening) -> None:
    entry, own = entry_at(match, 0), player(match, 0)
    day = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    made = own.post(f"{API}/entries/{entry.key}/away-days/", {"first_day": day, "last_day": day})
    assert (made.status_code, made.json()["first_day"]) == (201, day)
    seats = player(match, 1).get(f"{API}/matches/{match.key}/fixture/").json()["seats"]
    assert {seat["name"]: seat["away"] for seat in seats}[entry.player.name] == [day]
    staffs = token_client(evening.user).get(f"{API}/events/{event_of(match).slug}/away-days/").json()["results"]
    assert [row["entry"] for row in staffs] == [entry.key]
    assert own.delete(f"{API}/entries/{entry.key}/away-days/{made.json()['key']}/").status_code == 204
    assert not AwayDays.objects.exists()


def test_own_zone_is_that_of_the_answer(match: Match) -> None:
    entry, own = entry_at(match, 0), player(match, 0)
    assert own.post(f"{API}/entries/{entry.key}/time-zone/", {"time_zone": "Asia/Kathmandu"}).status_code == 204
    assert own.get(f"{API}/matches/{match.key}/fixture/").json()["time_zone"] == "Asia/Kathmandu"
    assert own.get(f"{API}/entries/{entry.key}/fixtures/").json()[0]["time_zone"] == "Asia/Kathmandu"
    assert own.post(f"{API}/entries/{entry.key}/time-zone/", {"time_zone": "localtime"}).status_code == 422


def test_calendar_addresses_are_made_and_revoked(match: Match, evening: Evening) -> None:
    own, path = player(match, 0), f"{API}/entries/{entry_at(match, 0).key}/calendar/"
    made = own.post(path)
    assert (made.status_code, "no-store" in made["Cache-Control"]) == (201, True)
    address = made.json()["address"].partition("/calendars/")[2]
    assert APIClient().get(f"/calendars/{address}").status_code == 200
    assert own.delete(path).status_code == 204
    assert APIClient().get(f"/calendars/{address}").status_code == 404
    account = token_client(reader(evening, entry_at(match, 0)))
    assert account.post(f"{API}/my-calendar/").status_code == 201
    assert account.delete(f"{API}/my-calendar/").status_code == 204
    assert not CalendarToken.objects.filter(revoked_at=None).exists()
    assert token_client(evening.user).post(f"{API}/my-calendar/").json()["code"] == "no_player"


def test_staff_gives_more_time_and_decides(match: Match, evening: Evening) -> None:
    staff, later = token_client(evening.user), soon(20)
    extended = staff.post(f"{API}/matches/{match.key}/window/", {"closes_at": later})
    assert datetime.fromisoformat(extended.json()["closes_at"]) == datetime.fromisoformat(later)
    winner = entry_at(match, 1)
    decided = staff.post(f"{API}/matches/{match.key}/overdue/", {"winner": winner.key, "why": "Anna never answered."})
    assert (decided.status_code, decided.json()["is_open"]) == (200, False)
    result = game_of(match).results.get(is_current=True)
    seats = {seat.player_id: seat.number for seat in game_of(match).seats.all()}
    assert (result.kind, result.winner) == ("forfeit", seats[winner.player_id])


# --- Who may what -----------------------------------------------------------------------------------------------------

# What somebody must be, as a club reads it: "first" and "second" play the match, "other" plays another one.
PLAYERS, STAFF = {"first", "second"}, {"owner", "organiser", "arbiter"}
Try = Callable[[APIClient, Match], Any]


def _open(match: Match, position: int) -> str:
    propose(match, position)
    return Proposal.objects.filter(state="open").latest("pk").key


ACTS: dict[str, tuple[set[str], Try]] = {
    "read": (PLAYERS | STAFF, lambda client, match: client.get(f"{API}/matches/{match.key}/fixture/")),
    "propose": (
        PLAYERS,
        lambda client, match: client.post(f"{API}/matches/{match.key}/proposals/", {"times": [soon(2)]}),
    ),
    "accept": (
        {"second"},
        lambda client, match: client.post(
            f"{API}/proposals/{_open(match, 0)}/accept/",
            {"starts_at": Proposal.objects.latest("pk").times.all()[0].starts_at.isoformat()},
        ),
    ),
    "decline": ({"second"}, lambda client, match: client.post(f"{API}/proposals/{_open(match, 0)}/decline/")),
    "withdraw": ({"first"}, lambda client, match: client.post(f"{API}/proposals/{_open(match, 0)}/withdraw/")),
    "set time": (STAFF, lambda client, match: client.post(f"{API}/matches/{match.key}/time/", {"agreed_at": soon()})),
    "extend": (STAFF, lambda client, match: client.post(f"{API}/matches/{match.key}/window/", {"closes_at": soon(9)})),
    "decide": (
        STAFF,
        lambda client, match: client.post(f"{API}/matches/{match.key}/overdue/", {"winner": "", "why": "Nobody came."}),
    ),
    "days away": (
        {"first"} | STAFF,
        lambda client, match: client.get(f"{API}/entries/{entry_at(match, 0).key}/away-days/"),
    ),
    "mark days": (
        {"first"} | STAFF,
        lambda client, match: client.post(
            f"{API}/entries/{entry_at(match, 0).key}/away-days/",
            {"first_day": "2026-03-10", "last_day": "2026-03-10"},
        ),
    ),
    "all days away": (
        STAFF,
        lambda client, match: client.get(f"{API}/events/{event_of(match).slug}/away-days/"),
    ),
    "zone": (
        {"first"},
        lambda client, match: client.post(f"{API}/entries/{entry_at(match, 0).key}/time-zone/", {"time_zone": "UTC"}),
    ),
    "calendar": ({"first"}, lambda client, match: client.post(f"{API}/entries/{entry_at(match, 0).key}/calendar/")),
}
PEOPLE = ("first", "second", "other", "owner", "organiser", "arbiter", "desk", "viewer", "stranger", "nobody")


@pytest.mark.parametrize("act", ACTS)
def test_only_those_who_may_do_it(act: str, match: Match, evening: Evening) -> None:
    may, attempt = ACTS[act]
    other = fixtures_of(evening)[1]
    for who in PEOPLE:
        if who in ("first", "second"):
            client = player(match, ("first", "second").index(who))
        elif who == "other":
            client = player(other, 0)
        elif who == "nobody":
            client = APIClient()
        else:
            client = token_client(_account(evening, who))
        status = attempt(client, Match.objects.get(pk=match.pk)).status_code
        if who in may:
            assert status in (200, 201, 204, 409), (act, who, status)
        else:
            assert status in (401, 403, 404), (act, who, status)


def _account(evening: Evening, who: str) -> Any:
    if who == "owner":
        return evening.user
    user = evening.account(f"the-{who}@example.org")
    if who in Role.values:
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=Role(who))
    return user
