"""The desk over the API: results as they are typed, taken back; calls for the arbiter; appeals."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.tournaments.api.evening import API, Evening, game_of, sheet_bytes, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def matches(evening: Evening) -> list[dict[str, Any]]:
    return evening.publish(1)


def entry_of(evening: Evening, game: str) -> int:
    number: int = evening.organiser.get(f"{API}/games/{game}/").json()["result"]["fact_number"]
    return number


def test_results_are_typed_asked_about_replaced_and_taken_back(evening: Evening, matches: list[dict[str, Any]]) -> None:
    address, game = f"{evening.address}rounds/1/results/", game_of(matches[0])
    entered = evening.post(address, {"text": "1 1, 2 24:10, 9 1"}, 200)
    assert entered["done"] == [game_of(match) for match in matches]
    assert [(row["line"], row["code"], row["game"]) for row in entered["refused"]] == [("9 1", "no_such_table", "")]
    entry = entry_of(evening, game)

    asked = evening.post(address, {"text": "1 2"}, 200)
    assert (asked["done"], asked["asks"]) == ([], [{"line": "1 2", "game": game, "entry": entry}])
    assert evening.post(address, {"text": "1 2", "replaces": {game: entry}}, 200)["done"] == [game]
    newer = entry_of(evening, game)
    evening.post(f"{API}/games/{game}/entry/undo/", {"entry": entry}, 409)
    assert evening.post(f"{API}/games/{game}/entry/undo/", {"entry": newer}, 200)["state"] == "entered"
    evening.post(f"{API}/games/{game}/entry/undo/", {"entry": entry_of(evening, game)}, 200)
    assert evening.organiser.get(f"{API}/games/{game}/").json()["state"] == "expected"
    evening.post(f"{evening.address}rounds/2/results/", {"text": "1 1"}, 404)
    evening.post(address, {"text": ""}, 400)


def test_yes_of_the_desk_is_taken_back(evening: Evening, matches: list[dict[str, Any]]) -> None:
    game = game_of(matches[0])
    key = submit(evening.player(matches[0]["seats"][0]), game, sheet_bytes(1)).json()["key"]
    evening.post(f"{API}/submissions/{key}/accept/", None, 200)
    assert evening.post(f"{API}/submissions/{key}/accept/undo/", None, 200) == {"key": game, "state": "submitted"}
    evening.post(f"{API}/submissions/{key}/accept/undo/", None, 409)


def test_arbiter_is_called_comes_and_was_there(evening: Evening, matches: list[dict[str, Any]]) -> None:
    address = f"{API}/matches/{matches[0]['key']}/call/"
    one, other = (evening.player(seat) for seat in matches[0]["seats"])
    call = one.post(address).json()
    assert other.post(address).json()["key"] == call["key"]
    assert (other.delete(address).status_code, one.delete(address).status_code) == (403, 204)
    call = one.post(address).json()
    listed = evening.organiser.get(f"{evening.address}calls/").json()["results"]
    assert [(row["key"], row["table"], row["entry"]) for row in listed] == [
        (call["key"], 1, matches[0]["seats"][0]["entry"])
    ]
    assert evening.post(f"{API}/calls/{call['key']}/take/", None, 200)["taken_at"] is not None
    assert evening.post(f"{API}/calls/{call['key']}/close/", None, 200)["closed_at"] is not None
    assert evening.organiser.get(f"{evening.address}calls/").json()["count"] == 0


def test_appeal_is_made_once_and_answered_by_an_arbiter(evening: Evening, matches: list[dict[str, Any]]) -> None:
    game = game_of(matches[0])
    evening.post(f"{evening.address}rounds/1/results/", {"text": "1 1"}, 200)
    player = evening.player(matches[0]["seats"][1])
    address, why = f"{API}/games/{game}/appeal/", {"why": "I won."}
    made = player.post(address, why, format="json")
    assert (made.status_code, made.json()["decided_fact"], made.json()["granted"]) == (201, 0, False)
    assert player.post(address, why, format="json").json()["code"] == "appealed_already"
    assert player.post(f"{address}dismiss/", why, format="json").status_code == 403
    typed = evening.post(
        f"{evening.address}rounds/1/results/", {"text": "1 2", "replaces": {game: entry_of(evening, game)}}, 200
    )
    assert [row["code"] for row in typed["refused"]] == ["appealed"]
    evening.post(f"{address}dismiss/", {}, 400)
    assert evening.post(f"{address}dismiss/", {"why": "The sheet says so."}, 200)["state"] == "entered"


def test_desk_is_the_staffs(evening: Evening, matches: list[dict[str, Any]], stranger: APIClient) -> None:
    call = evening.player(matches[0]["seats"][0]).post(f"{API}/matches/{matches[0]['key']}/call/").json()["key"]
    for client, status in ((stranger, 403), (APIClient(), 401), (evening.player(matches[1]["seats"][0]), 403)):
        answers = [
            client.post(f"{evening.address}rounds/1/results/", {"text": "1 1"}, format="json"),
            client.post(f"{API}/calls/{call}/take/"),
            client.post(f"{API}/calls/{call}/close/"),
            client.post(f"{API}/matches/{matches[0]['key']}/call/"),
            client.post(f"{API}/games/{game_of(matches[0])}/entry/undo/", {"entry": 9}, format="json"),
            client.post(f"{API}/games/{game_of(matches[0])}/appeal/dismiss/", {"why": "So."}, format="json"),
        ]
        assert [answer.status_code for answer in answers] == [status] * len(answers)
        assert client.get(f"{evening.address}calls/").status_code == 403
