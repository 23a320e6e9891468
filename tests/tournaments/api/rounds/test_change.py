"""Changing, stating and undoing rounds over the API; byes, tables, pairs kept apart, prizes."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from magistrar_site.accounts.services.links import link_token
from tests.tournaments.api.evening import API, Evening, link_client
from tournaments.models import ByeRequest, FixedTable, PrizeCategory, Round, SeparatedPair

pytestmark = pytest.mark.django_db


@pytest.fixture
def drafted(organiser: APIClient) -> Evening:
    evening = Evening(organiser).begin("Anna", "Björn", "Chloé", "Dörte")
    evening.post(f"{evening.address}rounds/", {"number": 1}, 200)
    return evening


def matches(evening: Evening) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = evening.organiser.get(f"{evening.address}rounds/1/").json()["matches"]
    return found


def keys(match: dict[str, Any]) -> list[str]:
    return [seat["entry"] for seat in match["seats"]]


def test_draft_is_changed_and_compared_with_the_systems_pairing(drafted: Evening) -> None:
    desk = drafted.organiser.get(f"{drafted.address}rounds/1/desk/").json()
    assert (desk["state"], desk["clock"], desk["warnings"]) == ("draft", None, [])
    first, second = matches(drafted)
    assert [pair["entries"] for pair in desk["system"]] == [keys(first), keys(second)]

    swap = {"change": "swap", "entries": [keys(first)[0], keys(second)[0]], "seen": desk["version"]}
    after = drafted.post(f"{drafted.address}rounds/1/changes/", swap, 200)
    assert [warning["code"] for warning in after["warnings"]] == ["not_the_systems", "not_the_systems"]
    assert [keys(match)[0] for match in matches(drafted)] == [keys(second)[0], keys(first)[0]]
    assert drafted.post(f"{drafted.address}rounds/1/changes/", swap, 409)["code"] == "stale"


@pytest.mark.parametrize(
    "change, status",
    [
        ({"change": "swap", "entries": ["x"]}, 400),
        ({"change": "turn"}, 400),
        ({"change": "publish"}, 400),
        ({"change": "move", "match": "x"}, 400),
        ({"change": "move", "match": "x", "table": 10**30}, 404),
        ({"change": "bye", "entries": ["x"], "kind": "gold"}, 400),
        ({"change": "pair", "entries": ["x", "y"]}, 404),
        ({"change": "turn", "match": "x", "seen": -1}, 400),
        ({}, 400),
    ],
)
def test_changes_that_make_no_sense_are_refused(drafted: Evening, change: dict[str, Any], status: int) -> None:
    assert drafted.organiser.post(f"{drafted.address}rounds/1/changes/", change).status_code == status


def test_round_goes_through_its_states(drafted: Evening) -> None:
    address = f"{drafted.address}rounds/1/"
    drafted.post(f"{address}publish/", None, 200)
    assert drafted.post(f"{address}start/", None, 200)["state"] == "running"
    assert drafted.post(f"{address}close/", None, 409)["code"] == "results_missing"
    assert drafted.post(f"{address}reopen/", {"why": "x"}, 409)["code"] == "published"
    assert drafted.post(f"{address}undo/", None, 200)["state"] == "undone"
    assert drafted.organiser.get(address).status_code == 404
    drafted.post(f"{drafted.address}rounds/", {"number": 1}, 200)
    assert sorted(Round.objects.values_list("state", flat=True)) == ["draft", "undone"]


def test_published_pairing_is_turned_with_a_reason(drafted: Evening) -> None:
    drafted.post(f"{drafted.address}rounds/1/publish/", None, 200)
    turn = {"change": "turn", "match": matches(drafted)[0]["key"]}
    assert drafted.post(f"{drafted.address}rounds/1/changes/", turn, 422)["code"] == "reason_missing"
    before = keys(matches(drafted)[0])
    drafted.post(f"{drafted.address}rounds/1/changes/", turn | {"why": "wrong side"}, 200)
    assert keys(matches(drafted)[0]) == before[::-1]
    old = drafted.organiser.get(f"{API}/matches/{turn['match']}/").json()
    assert (old["is_void"], keys(old)) == (True, before)


def test_clock_runs_and_is_seen(drafted: Evening) -> None:
    drafted.post(f"{drafted.address}rounds/1/publish/", None, 200)
    address = f"{drafted.address}rounds/1/clock/"
    assert drafted.post(address, {"do": "start"}, 409)["code"] == "no_clock"
    drafted.post(address, {"do": "set", "minutes": 90}, 200)
    clock = drafted.post(address, {"do": "start"}, 200)["clock"]
    assert (clock["minutes"], clock["is_started"], clock["ends_at"] is not None) == (90, True, True)
    assert drafted.post(address, {"do": "pause"}, 200)["clock"]["ends_at"] is None
    assert drafted.post(address, {"do": "extend", "minutes": 5}, 200)["clock"]["minutes"] == 95
    drafted.post(address, {"do": "schedule", "starts_at": "2026-03-06T20:00:00+01:00"}, 200)
    drafted.post(address, {"do": "schedule"}, 400)
    schedule = {"do": "schedule", "starts_at": "2026-03-06T20:00:00+01:00"}
    week = schedule | {"ends_at": "2026-03-13T20:00:00+01:00"}
    round_address = f"{drafted.address}rounds/1/"
    for order, end in ((week, week["ends_at"]), (schedule, week["ends_at"]), (schedule | {"ends_at": None}, None)):
        drafted.post(address, order, 200)
        assert drafted.organiser.get(round_address).json()["ends_at"] == end
    assert drafted.post(address, week | {"ends_at": week["starts_at"]}, 422)["code"] == "ends_too_early"
    drafted.post(address, {"do": "set", "minutes": -5}, 422)


def test_byes_tables_pairs_and_prizes(drafted: Evening) -> None:
    one, other = keys(matches(drafted)[0])
    event = drafted.address
    bye = drafted.post(f"{API}/entries/{one}/byes/", {"round": 2, "kind": "half_bye"}, 200)
    assert (bye["entry"], bye["round"], bye["by_player"]) == (one, 2, False)
    assert drafted.organiser.get(f"{event}byes/").json()["count"] == 1
    assert drafted.organiser.delete(f"{API}/entries/{one}/byes/2/").status_code == 204
    for order in (
        {"entry": one, "table": 7},
        {"entry": one, "partner": other, "table": 8},
        {"entry": one, "table": None},
    ):
        assert drafted.organiser.post(f"{event}fixed-tables/", order).status_code == 204
    (kept,) = drafted.organiser.get(f"{event}fixed-tables/").json()["results"]
    assert (kept["table"], {kept["entry"], kept["partner"]}) == (8, {one, other})
    assert (
        drafted.organiser.post(f"{event}separations/", {"first": one, "second": other, "how": "forbidden"}).status_code
        == 204
    )
    assert SeparatedPair.objects.count() == 1
    assert drafted.organiser.post(f"{event}separations/", {"first": one, "second": other, "how": ""}).status_code == 204
    assert SeparatedPair.objects.count() == 0
    prize = drafted.post(f"{event}prizes/", {"name": "Under 1500", "rating_below": 1500}, 201)
    assert (prize["places"], prize["rating_below"]) == (1, 1500)
    assert APIClient().get(f"{event}prizes/").json()["results"] == [prize]
    assert drafted.organiser.delete(f"{event}prizes/{prize['key']}/").status_code == 204
    assert not PrizeCategory.objects.exists()
    assert FixedTable.objects.count() == 1


def test_player_asks_for_his_bye_and_nobody_elses(drafted: Evening) -> None:
    one, other = keys(matches(drafted)[0])
    link = drafted.post(f"{API}/entries/{one}/link/", None, 200)["token"]
    player = link_client(link)
    assert player.post(f"{API}/entries/{one}/byes/", {"round": 2, "kind": "half_bye"}).status_code == 200
    assert player.post(f"{API}/entries/{other}/byes/", {"round": 2, "kind": "zero_bye"}).status_code == 403
    assert [row["kind"] for row in player.get(f"{API}/entries/{one}/byes/").json()] == ["half_bye"]
    assert player.get(f"{API}/entries/{other}/byes/").status_code == 403
    assert player.delete(f"{API}/entries/{one}/byes/2/").status_code == 204
    assert not ByeRequest.objects.exists()


def test_strangers_change_and_see_nothing_of_it(drafted: Evening, stranger: APIClient) -> None:
    round_ = f"{drafted.address}rounds/1/"
    drafted.post(f"{round_}publish/", None, 200)
    match = matches(drafted)[0]["key"]
    assert stranger.get(f"{round_}desk/").status_code == 403
    for path in ("byes/", "fixed-tables/", "separations/"):
        assert stranger.get(f"{drafted.address}{path}").status_code == 403
    for path, body in (
        ("changes/", {"change": "turn", "match": match, "why": "x"}),
        ("clock/", {"do": "set", "minutes": 5}),
        ("start/", {}),
        ("close/", {}),
        ("undo/", {"why": "x"}),
    ):
        assert stranger.post(f"{round_}{path}", body).status_code == 403, path
        assert APIClient().post(f"{round_}{path}", body).status_code in (401, 403), path
    assert Round.objects.get().state == "published"


def test_agreed_time_is_set_and_taken_back(drafted: Evening) -> None:
    drafted.post(f"{drafted.address}rounds/1/publish/", None, 200)
    first, second = matches(drafted)
    time = f"{API}/matches/{first['key']}/time/"
    agreed = drafted.post(time, {"agreed_at": "2026-06-12T20:00+02:00"}, 200)
    june = "2026-06-12T20:00:00+02:00"
    assert agreed["agreed_at"] == june
    games = [drafted.organiser.get(f"{API}/games/{match['games'][0]['key']}/").json() for match in (first, second)]
    assert [game["played_at"] == june for game in games] == [True, False]
    assert drafted.post(time, {"agreed_at": None}, 200)["agreed_at"] is None
    for wrong in ({}, {"agreed_at": "soon"}, {"agreed_at": "2026-06-12T20:00"}):
        drafted.post(time, wrong, 400)
    player = link_client(link_token(subject=keys(first)[0]))
    assert player.post(time, {"agreed_at": None}).status_code == 403
