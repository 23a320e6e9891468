"""The migration that gives rows their seats, places, numbers and parts."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

BESIDE = ("games", "0010_seats_beside_sides")
FILLED = ("games", "0011_seats_of_rows")
DUELS = (
    ("white", {"white": 4, "black": 2}, {"white": 3, "black": -2}),
    ("", {"white": 3, "black": 3}, {"white": 0, "black": 0}),
    ("black", {"white": 0, "black": 6}, {"white": -15, "black": 15}),
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.slow]


@pytest.fixture
def before() -> Iterator[Apps]:
    """The database as it was with columns for seats that nobody had filled yet."""
    executor = MigrationExecutor(connection)
    executor.migrate([BESIDE])
    yield executor.loader.project_state([BESIDE]).apps
    for name in ("DraftPart", "Confirmation", "DuelRow", "PartSeat", "PartResult", "SeatNumber", "SeatResult"):
        executor.loader.project_state([BESIDE]).apps.get_model("games", name).objects.all().delete()
    for name in ("GameResult", "Submission", "GameSeat", "Game", "Player"):
        executor.loader.project_state([BESIDE]).apps.get_model("games", name).objects.all().delete()
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def _rows(apps: Apps, number: int, kind: str, winner: str, outcomes: tuple[str, str]) -> None:
    """A game with everything that had a side, by nobody in particular."""
    model = {name: apps.get_model("games", name).objects for name in ("Player", "Game", "GameSeat", "GameResult")}
    at = timezone.now()
    game = model["Game"].create(
        key=f"g{number}", stream="event:e", starter="black", edition="x", edition_digest="y", played_at=at
    )
    names = [f"{name}{number}" for name in ("ada", "bob")]
    players = [model["Player"].create(key=name, name=name, folded_name=name, created_at=at) for name in names]
    seats = [
        model["GameSeat"].create(game=game, side=side, player=player)
        for side, player in zip(("white", "black"), players, strict=True)
    ]
    received = apps.get_model("games", "Submission").objects.create(
        key=f"s{number}", game=game, body=b"", side="black", actor="x", at=at, report={}, accepted=True, fact_number=1
    )
    for side in ("white", ""):
        received.confirmations.create(side=side, confirms=True, actor="x", at=at, fact_number=2)
    game.draft_parts.create(number=1, body={}, side="white", actor="x", at=at, version="v")
    result = model["GameResult"].create(game=game, kind=kind, grade="sheet", winner=winner, fact_number=3)
    for seat, outcome, numbers in zip(seats, outcomes, ((24, 1, 7, None), (-3, 0, 11, 4)), strict=True):
        known = dict(zip(("honoris", "markers", "encounters", "level"), numbers, strict=True)) if winner else {}
        result.seats.create(seat=seat, outcome=outcome, **known)
    for place, (duel_winner, points, level) in enumerate(DUELS if winner else (), 1):
        result.duels.create(number=place, winner=duel_winner, points=points, level=level)


def _seen(apps: Apps) -> dict[str, Any]:
    """Everything that has a seat, in seats."""
    rows = {name: apps.get_model("games", name).objects for name in ("SeatResult", "SeatNumber", "PartSeat")}
    columns = (
        ("Game", "starter_seat"),
        ("GameSeat", "number"),
        ("Submission", "seat"),
        ("Confirmation", "seat"),
        ("DraftPart", "seat"),
        ("GameResult", "winner_seat"),
    )
    return {
        **{
            name: list(apps.get_model("games", name).objects.order_by("pk").values_list(c, flat=True))
            for name, c in columns
        },
        "places": list(rows["SeatResult"].order_by("pk").values_list("place", flat=True)),
        "numbers": sorted(rows["SeatNumber"].values_list("seat_result__seat__number", "key", "value")),
        "parts": sorted(rows["PartSeat"].values_list("part__number", "seat", "place", "points")),
        "part_winners": list(apps.get_model("games", "PartResult").objects.values_list("number", "winner")),
    }


def test_sides_become_seats_and_a_second_run_changes_nothing(before: Apps) -> None:
    _rows(before, 1, "played", "white", ("win", "loss"))
    _rows(before, 2, "played", "", ("draw", "draw"))
    _rows(before, 3, "double_forfeit", "", ("loss", "loss"))
    executor = MigrationExecutor(connection)
    executor.migrate([FILLED])
    expected = {
        "Game": [2, 2, 2],
        "GameSeat": [1, 2, 1, 2, 1, 2],
        "Submission": [2, 2, 2],
        "Confirmation": [1, None, 1, None, 1, None],
        "DraftPart": [1, 1, 1],
        "GameResult": [1, None, None],
        "places": [1, 2, 1, 1, None, None],
        "numbers": [
            (1, "encounters", 7),
            (1, "honoris", 24),
            (1, "markers", 1),
            (2, "encounters", 11),
            (2, "honoris", -3),
            (2, "level", 4),
            (2, "markers", 0),
        ],
        "parts": [(1, 1, 1, 4), (1, 2, 2, 2), (2, 1, 1, 3), (2, 2, 1, 3), (3, 1, 2, 0), (3, 2, 1, 6)],
        "part_winners": [(1, 1), (2, None), (3, 2)],
    }
    assert _seen(before) == expected
    MigrationExecutor(connection).migrate([BESIDE])  # forgotten that it was done, as after a stop halfway
    before.get_model("games", "PartSeat").objects.filter(seat=2).delete()
    before.get_model("games", "SeatNumber").objects.filter(key="markers").delete()
    before.get_model("games", "GameSeat").objects.filter(number=1).update(number=None)
    MigrationExecutor(connection).migrate([FILLED])
    assert _seen(before) == expected


def test_rows_that_say_something_else_stop_the_migration(before: Apps) -> None:
    _rows(before, 1, "played", "white", ("win", "loss"))
    filled = import_module("games.migrations.0011_seats_of_rows")
    MigrationExecutor(connection).migrate([FILLED])
    seat_number = before.get_model("games", "SeatNumber").objects.filter(key="honoris").first()
    seat_number.value += 1
    seat_number.save()
    with pytest.raises(RuntimeError, match="SeatNumber honoris"):
        filled.compare(before, None)
