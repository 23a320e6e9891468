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


def accelerated(state: StageState) -> set[int]:
    return {entrant.number for entrant in with_baku_acceleration(state).entrants if any(entrant.acceleration)}


def test_late_entries_leave_the_groups_last_player_where_they_were() -> None:
    entrants = tuple(Entrant(number) for number in range(1, 12))
    assert accelerated(StageState(entrants, 1, 9, latecomers=frozenset({9, 10, 11}))) == {1, 2, 3, 4}
    assert accelerated(StageState(entrants, 1, 9)) == {1, 2, 3, 4, 5, 6}


def test_latecomer_with_a_number_before_the_groups_last_player_belongs_to_it() -> None:
    state = StageState(tuple(Entrant(number) for number in range(1, 10)), 1, 9, latecomers=frozenset({2}))
    assert accelerated(state) == {1, 2, 3, 4, 5}
