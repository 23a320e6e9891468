"""Every table under the API as CSV, and what a player's page shows as data."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from ratings.services.ratings import ratings_refresh
from tests.tournaments.api.evening import API, Evening, confirm, game_of, record_bytes, submit
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def places(organiser: APIClient) -> dict[str, str]:
    """What addresses need of an evening on which two players have played."""
    evening = Evening(organiser).begin("=Anna", "Björn")
    match = evening.publish(1)[0]
    white, black = (evening.player(seat) for seat in match["seats"])
    confirm(black, submit(white, game_of(match), record_bytes(1)).json()["key"])
    pool = Event.objects.get().pool
    ratings_refresh(pool_key=pool)
    player = next(seat["player"]["key"] for seat in match["seats"] if seat["player"]["name"] == "Björn")
    return {"event": evening.slug, "pool": pool, "player": player}


# Address, and for columns of the CSV where their values stand in the JSON.
TABLES: list[tuple[str, dict[str, tuple[str, ...]]]] = [
    ("events/{event}/entries/", {"entry": ("key",), "name": ("player", "name"), "rating": ("rating",)}),
    ("players/", {"player": ("key",), "name": ("name",), "club": ("club", "slug")}),
    ("clubs/", {"club": ("slug",), "players": ("players",)}),
    ("pools/{pool}/leaderboard/", {"rank": ("rank",), "name": ("player", "name")}),
    ("pools/{pool}/players/{player}/", {"game": ("game",), "opponent_name": ("opponent", "name"), "k": ("k",)}),
    ("players/{player}/ratings/", {"pool": ("pool", "key"), "rating": ("rating",)}),
    ("players/{player}/results/", {"game": ("game",), "honoris": ("honoris",), "event": ("event",)}),
    ("players/{player}/head-to-head/", {"opponent": ("key",), "name": ("name",), "honoris": ("honoris",)}),
    ("players/{player}/events/", {"event": ("slug",), "club": ("club", "slug")}),
]


def at(row: Any, path: tuple[str, ...]) -> str:
    for name in path:
        row = None if row is None else row[name]
    text = "" if row is None else str(row)
    return f"'{text}" if text.startswith("=") else text


@pytest.mark.parametrize("address, columns", TABLES)
def test_table_says_the_same_as_csv(address: str, columns: dict[str, tuple[str, ...]], places: dict[str, str]) -> None:
    there = f"{API}/{address.format(**places)}"
    list_response = APIClient().get(there).json()
    answer = APIClient().get(f"{there}?format=csv")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+[.]csv"', answer["Content-Disposition"])
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert len(rows) == list_response["count"]
    assert rows or address.endswith("leaderboard/")  # too few games to be ranked
    assert [{name: row[name] for name in columns} for row in rows] == [
        {name: at(row, path) for name, path in columns.items()} for row in list_response["results"]
    ]


def test_players_record_and_mages_are_what_his_page_shows(places: dict[str, str]) -> None:
    there = f"{API}/players/{places['player']}"
    record, results = APIClient().get(f"{there}/record/").json(), APIClient().get(f"{there}/results/").json()["results"]
    assert (record["all"]["games"], record["all"]["best"]) == (1, results[0]["honoris"])
    started = "starting" if results[0]["started"] else "responding"
    assert record[started] == record["all"]
    assert (results[0]["event"], results[0]["round"]) == (places["event"], 1)
    assert APIClient().get(f"{there}/mages/").json()["results"] == []
    assert APIClient().get(f"{API}/players/nobody/record/").status_code == 404


def test_what_is_written_is_answered_with_json_alone(organiser: APIClient) -> None:
    answer = organiser.post(f"{API}/clubs/?format=csv", {"name": "Another"}, format="json")
    assert (answer.status_code, answer["Content-Type"]) == (201, "application/json")
    answer = organiser.post(f"{API}/clubs/", {"name": "A third"}, format="json", headers={"accept": "text/csv, */*"})
    assert (answer.status_code, answer["Content-Type"]) == (201, "application/json")
