"""Matches of several games over the API."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.tournaments.api.evening import API, Evening, game_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(organiser: APIClient) -> tuple[Evening, dict[str, Any]]:
    evening = Evening(organiser).begin("Anna", "Björn", start=False)
    wanted = {"best_of": 5, "goldens": True}
    assert organiser.patch(f"{evening.address}settings/", wanted, format="json").status_code == 200
    evening.post(f"{evening.address}start/", None, 200)
    return evening, evening.publish(1)[0]


def series_of(client: APIClient, key: str) -> Any:
    return client.get(f"{API}/matches/{key}/series/").json()


def rule(client: APIClient, game: str, winner: str) -> None:
    decision = {"kind": "bare", "winner": winner, "why": "Seen."}
    assert client.post(f"{API}/games/{game}/ruling/", decision, format="json").status_code == 200


def test_series_is_played_forfeited_corrected_and_goes_on_as_a_friendly(match: Any) -> None:
    evening, found = match
    organiser, key, stranger = evening.organiser, found["key"], APIClient()
    seats = [seat["entry"] for seat in found["seats"]]
    rule(organiser, game_of(found), "white")
    now = series_of(stranger, key)
    assert (now["best_of"], now["needed"], now["goldens"], now["won"], now["to_win"]) == (5, 3, True, [1, 0], [2, 3])
    assert [(game["number"], game["goldens"], game["winner"]) for game in now["games"]] == [
        (1, [0, 0], 0),
        (2, [0, 1], None),
    ]
    rule(organiser, now["next_game"], "black")
    rule(organiser, series_of(stranger, key)["next_game"], "white")

    first = {"kind": "bare", "winner": "black"}
    preview = organiser.post(f"{API}/games/{game_of(found)}/ruling/preview/", first, format="json").json()
    assert [(one["won"], [game["right_goldens"] for game in one["games"]][:3]) for one in preview["series"]] == [
        ([2, 1], [None, None, None]),
        ([1, 2], [None, [1, 0], [2, 0]]),
    ]
    rule(organiser, game_of(found), "black")
    annulled = organiser.post(f"{API}/matches/{key}/annul-later/", {"after": 1, "why": "Wrong bags."}, format="json")
    assert (annulled.status_code, annulled.json()["won"]) == (200, [0, 1])
    assert annulled.json()["games"][-1]["goldens"] == [1, 0]

    forfeit = {"entries": [seats[0]], "why": "Had to leave."}
    assert evening.player(found["seats"][0]).post(
        f"{API}/matches/{key}/forfeit-rest/", forfeit, format="json"
    ).status_code in (401, 403)
    done = organiser.post(f"{API}/matches/{key}/forfeit-rest/", forfeit, format="json").json()
    assert (done["won"], done["ending"], done["winner"], done["next_game"]) == ([0, 3], "forfeit", 1, "")
    refused = organiser.post(f"{API}/matches/{key}/friendly-game/")
    assert (refused.status_code, refused.json()["code"]) == (409, "series_decided")
    wanted = {"surplus_games": "friendly", "why": "They want to."}
    assert organiser.patch(f"{evening.address}settings/", wanted, format="json").status_code == 200
    assert organiser.post(f"{API}/matches/{key}/friendly-game/").json()["state"] == "expected"


@pytest.mark.parametrize(
    "address, body, status, code",
    [
        ("forfeit-rest", {"entries": ["nobody"], "why": "x"}, 422, "not_in_match"),
        ("forfeit-rest", {"entries": "x", "why": "x"}, 400, "invalid"),
        ("annul-later", {"after": -1, "why": "x"}, 400, "invalid"),
        ("annul-later", {"after": 1}, 422, "reason_missing"),
        ("friendly-game", {}, 409, "series_open"),
    ],
)
def test_what_cannot_be_is_refused(match: Any, address: str, body: dict[str, Any], status: int, code: str) -> None:
    evening, found = match
    response = evening.organiser.post(f"{API}/matches/{found['key']}/{address}/", body, format="json")
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_match_of_one_game_has_no_series(evening: Evening) -> None:
    key = evening.publish(1)[0]["key"]
    assert series_of(APIClient(), key)["code"] == "no_series"
