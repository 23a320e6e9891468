"""Two accounts of one elemental duel: where they first differ, in words."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.utils import timezone

from games.engine.systems.elemental.edition import DEFAULT_EDITION, SHIPPED_EDITIONS
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.system import ELEMENTAL
from games.models import Game
from games.pages.core.context import Addresses, GameContext, SeatContext
from games.pages.elemental.pages import ELEMENTAL_PAGES
from games.pages.elemental.words import TOPICS, value_in_words

NAMES = ("Ada", "Bo", "Cleo")
EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]


def context() -> GameContext:
    seats = tuple(SeatContext(seat, str(seat), "", name, name, False) for seat, name in enumerate(NAMES, 1))
    game = Game(key="k", system="elemental", edition=DEFAULT_EDITION, played_at=timezone.now())
    return GameContext(game=game, seats=seats, addresses=Addresses("/games/k/"))


def record() -> dict[str, Any]:
    made = random_record(random.Random(3), players=3, starter=None, edition=EDITION)
    written: dict[str, Any] = json.loads(ELEMENTAL.encode(made))
    return written


def told(first: dict[str, Any], second: dict[str, Any]) -> tuple[str, str]:
    """The lead and the rows of what the page shows of two versions."""
    one, other = (ELEMENTAL.parse(json.dumps(each)) for each in (first, second))
    difference = ELEMENTAL.first_difference(one, other)
    assert difference is not None
    stored = [json.loads(ELEMENTAL.check_encoded(json.dumps(each))) for each in (first, second)]
    reports = [ELEMENTAL_PAGES.report(each) for each in stored]
    shown = ELEMENTAL_PAGES.conflict(context(), ("Ada", "Bo"), reports, difference)
    return " ".join(str(shown.lead).split()), " ".join(str(shown.rows).split())


def test_turn_and_move_are_named_before_the_slips() -> None:
    first = record()
    second = json.loads(json.dumps(first))
    second["turns"][1]["move"] = "N1E2" if first["turns"][1]["move"] != "N1E2" else "N2E1"
    second["slips"]["1"] = second["slips"]["1"] + " f2"

    lead, _rows = told(first, second)

    assert "Turn 2: the move" in lead
    assert ("↑1 →2" in lead) or ("↑2 →1" in lead)


def test_scores_are_compared_player_by_player() -> None:
    score = {"format": "elemental-score/1", "players": 3, "placings": {"1": 1, "2": 2, "3": 3}}
    first = {**score, "health": {"1": 5, "2": 0, "3": 0}}
    second = {**score, "health": {"1": 6, "2": 0, "3": 0}}

    lead, rows = told(first, second)

    assert "Ada: Health" in lead
    assert [f"Place 1: {number} health" in rows for number in (5, 6)] == [True, True]


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("attack", "f2", "fire 2"),
        ("deck", "defense", "Defense cards"),
        ("target", "2", "Player 2"),
        ("defense", None, "none"),
        ("duel", '{"attack":"f2"}', "noted"),
        ("health", 5, "5"),
    ],
)
def test_values_are_said_in_words(what: str, value: object, said: str) -> None:
    assert what in TOPICS
    assert value_in_words(what, value) == said
