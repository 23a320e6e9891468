"""Random games of the elemental duel: legal to the end, in every edition and at every size."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.systems.elemental.edition import SHIPPED_EDITIONS, Edition, read_edition
from games.engine.systems.elemental.random_player import random_record
from games.engine.systems.elemental.system import ELEMENTAL
from tests.extent import examples

SHIPPED = SHIPPED_EDITIONS["elemental-2022"]


def edition_with(**values: Any) -> Edition:
    """The shipped edition under another key, with some values changed."""
    data = SHIPPED.as_data()
    for name, value in values.items():
        data[name]["value"] = value
    return read_edition(json.dumps(data | {"key": "other"}))


@given(st.integers(0, 2**32), st.integers(2, 4))
@examples(200)
def test_random_record_is_legal_and_complete(seed: int, players: int) -> None:
    record = random_record(random.Random(seed), players=players, starter=None, edition=SHIPPED)
    report = ELEMENTAL.check(ELEMENTAL.encode(record))
    assert (report.legal, report.complete, report.violations) == (True, True, ())
    assert report.turns == len(record.turns)


@pytest.mark.parametrize(
    "values",
    [
        {"rounds": 2},
        {"rounds": None},
        {"star_draw_cards": 9, "star_draw_stars": 1},
        {"sudden_duel_stars": 1, "health": 3},
        {"board": ["MW", "WM"], "corners": {"2": ["a1", "b2"]}, "star_spots": ["a1", "a2", "b2"], "players": [2, 2]},
    ],
    ids=["two rounds", "no limit", "star draws of nine", "cheap duels", "small board"],
)
def test_random_record_is_legal_in_other_editions(values: dict[str, Any]) -> None:
    edition = edition_with(**values)
    for seed in range(10):
        record = random_record(random.Random(seed), players=2, starter=2, edition=edition)
        report = ELEMENTAL.check_document(record, {edition.key: edition})
        assert (report.legal, report.complete, record.starter) == (True, True, "2"), report.violations


def test_random_games_use_everything_that_the_rules_offer() -> None:
    games = [random_record(random.Random(seed), players=4, starter=None, edition=SHIPPED) for seed in range(20)]
    turns = [turn for game in games for turn in game.turns]
    assert any(turn.duel for turn in turns)
    assert any(turn.sudden for turn in turns)
    assert {star_draw.deck for turn in turns for star_draw in turn.star_draws} == {"attack", "defense"}
    assert {game.starter for game in games} == {"1", "2", "3", "4"}
