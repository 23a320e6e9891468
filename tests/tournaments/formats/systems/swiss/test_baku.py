"""Baku acceleration (C.04.5.1)."""

from __future__ import annotations

import pytest

from tournaments.formats.core.state import Entrant, Scoring, StageState
from tournaments.formats.systems.swiss.baku import accelerated_count, virtual_points, with_baku_acceleration
from tournaments.formats.systems.swiss.dutch_2026 import pair_round


@pytest.mark.parametrize("players, accelerated", [(20, 10), (21, 12), (22, 12), (23, 12), (24, 12), (161, 82)])
def test_accelerated_group_is_half_rounded_up_to_an_even_number(players: int, accelerated: int) -> None:
    assert accelerated_count(players) == accelerated


@pytest.mark.parametrize(
    "rounds, points", [(9, (2, 2, 2, 1, 1)), (8, (2, 2, 1, 1)), (11, (2, 2, 2, 1, 1, 1)), (1, (2,))]
)
def test_virtual_points_fall_in_the_middle_of_the_accelerated_rounds(rounds: int, points: tuple[int, ...]) -> None:
    assert virtual_points(rounds, Scoring()) == points


def test_three_points_for_a_win_can_not_be_accelerated() -> None:
    with pytest.raises(ValueError, match="half a win"):
        virtual_points(9, Scoring(win=6, draw=2))


def test_accelerated_group_meets_itself_in_the_first_round() -> None:
    state = with_baku_acceleration(StageState(tuple(Entrant(number) for number in range(1, 9)), 0, 9))
    assert [(pair.white, pair.black) for pair in pair_round(state).pairs] == [(1, 3), (4, 2), (5, 7), (8, 6)]
