"""Points in units of a stage's scale, as they are shown and as tie-breaks reckon with them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.formats.random_events import random_swiss
from tournaments.formats.core.points import decimals_of, written_points
from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Scoring, StageState


@pytest.mark.parametrize(
    ("points", "scale", "text"),
    [
        (0, 2, "0"),
        (1, 2, "½"),
        (3, 2, "1½"),
        (-3, 2, "-1½"),
        (4, 1, "4"),
        (18, 12, "1½"),
        (4, 12, "0.33"),
        (5, 8, "0.63"),
        (-5, 8, "-0.62"),
        (6, 5, "1.2"),
    ],
)
def test_points_are_written_with_at_most_two_decimals(points: int, scale: int, text: str) -> None:
    assert written_points(points, scale) == text


def test_decimals_are_those_that_every_amount_needs() -> None:
    assert [decimals_of(scale) for scale in (1, 2, 5, 10, 4, 12)] == [0, 1, 1, 1, 2, 2]


def test_a_finer_scale_changes_no_value_and_no_rank() -> None:
    """The same stage counted in twelfths of a point."""
    halves = random_swiss(3, entrant_count=11, rounds=5)
    twelfths = replace(
        halves,
        entrants=tuple(
            replace(entrant, cells=tuple(replace(cell, points=6 * cell.points) for cell in entrant.cells))
            for entrant in halves.entrants
        ),
        scoring=Scoring(12, 6, 0, 12, 6, 0, 12, 12, 0, scale=12),
    )
    codes = ["BH", "BHC1", "FB", "AOB", "SB", "KS", "PS", "DE", "TPR"]

    def exact(state: StageState) -> list[tuple[int, int, list[Fraction | None]]]:
        return [(row.number, row.rank, [value.exact for value in row.values]) for row in standings(state, codes)]

    assert exact(twelfths) == exact(halves)
    assert [row.points for row in standings(twelfths, codes)] == [6 * row.points for row in standings(halves, codes)]
