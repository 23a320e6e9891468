"""Round robins as a format: who is paired, who rests, whose games count."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.tournaments.formats.random_events import random_round_robin
from tournaments.formats.core.format import FormatOptionError, for_standings
from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState
from tournaments.formats.systems.round_robin.format import RoundRobin

FORMAT = RoundRobin()


def _state(count: int, *, withdrawn: frozenset[int] = frozenset(), absent: frozenset[int] = frozenset()) -> StageState:
    entrants = tuple(Entrant(number, withdrawn=number in withdrawn) for number in range(1, count + 1))
    return StageState(entrants, 0, count - 1, absent=absent)


def _pairs(state: StageState, round_number: int, **options: bool) -> list[tuple[int, int | None]]:
    pairing = FORMAT.pair(state, round_number, random.Random(0), options)
    assert pairing.blocked == ()
    return [(pair.white, pair.black) for pair in pairing.pairs]


@pytest.mark.parametrize("count, double, rounds", [(2, False, 1), (5, False, 5), (6, False, 5), (6, True, 10)])
def test_rounds_follow_from_the_number_of_entrants(count: int, double: bool, rounds: int) -> None:
    assert FORMAT.rounds_for(count, {"double": double}) == rounds


def test_odd_field_rests_one_entrant_after_all_games() -> None:
    assert _pairs(_state(5), 1) == [(2, 5), (3, 4), (1, None)]


def test_second_cycle_turns_the_colours() -> None:
    first, second = _pairs(_state(4), 1, double=True), _pairs(_state(4), 4, double=True)
    assert second == [(black, white) for white, black in first]


def test_latecomer_takes_the_place_of_the_rest() -> None:
    for round_number in range(1, 6):
        before, after = _pairs(_state(5), round_number), _pairs(_state(6), round_number)
        assert sorted(pair for pair in after if 6 not in pair) == sorted(pair for pair in before if None not in pair)


def test_opponent_of_a_withdrawn_entrant_gets_no_pairing() -> None:
    assert _pairs(_state(6, withdrawn=frozenset({6})), 1) == [(2, 5), (3, 4)]


def test_opponent_of_an_absent_entrant_gets_no_pairing() -> None:
    assert _pairs(_state(6, absent=frozenset({3})), 1) == [(1, 6), (2, 5)]


def test_order_of_entrants_changes_nothing() -> None:
    state = _state(9)
    backwards = replace(state, entrants=state.entrants[::-1])
    assert _pairs(backwards, 3) == _pairs(state, 3)


@pytest.mark.parametrize("round_number", [0, 6])
def test_round_outside_of_the_table_is_refused(round_number: int) -> None:
    with pytest.raises(ValueError, match="a table of 5 rounds"):
        _pairs(_state(6), round_number)


def test_unknown_option_is_refused() -> None:
    with pytest.raises(FormatOptionError, match="has no option triple"):
        FORMAT.rounds_for(4, {"triple": True})


def test_option_of_a_wrong_type_is_refused() -> None:
    with pytest.raises(FormatOptionError, match="double takes bool"):
        FORMAT.rounds_for(4, {"double": 1})


def _played(opponent: int, points: int) -> Cell:
    return Cell(CellKind.PLAYED, opponent, Colour.WHITE, points)


def _after_withdrawal(games_of_the_withdrawn: int) -> StageState:
    """Five entrants of a single round robin; the fifth won his games against 1, 2 .. and left."""
    lost = {number: (_played(5, 0),) for number in range(1, games_of_the_withdrawn + 1)}
    entrants = [Entrant(number, cells=lost.get(number, (Cell(CellKind.ZERO_BYE),))) for number in range(1, 5)]
    won = tuple(_played(number, 2) for number in lost)
    return StageState((*entrants, Entrant(5, cells=won, withdrawn=True)), max(len(won), 1), 5)


def test_entrant_who_left_before_half_of_his_games_is_shown_but_not_counted() -> None:
    state = for_standings(FORMAT, _after_withdrawal(1), {})
    rows = standings(state, ["WON"])
    assert state.uncounted == frozenset({5})
    assert [(row.number, row.rank, row.points, row.counted) for row in rows] == [
        (1, 1, 0, True),
        (2, 1, 0, True),
        (3, 1, 0, True),
        (4, 1, 0, True),
        (5, 5, 2, False),
    ]


def test_entrant_who_left_after_half_of_his_games_counts() -> None:
    assert for_standings(FORMAT, _after_withdrawal(2), {}).uncounted == frozenset()


def test_early_withdrawals_count_where_the_option_says_so() -> None:
    assert for_standings(FORMAT, _after_withdrawal(1), {"drop_early_withdrawals": False}).uncounted == frozenset()


@pytest.mark.parametrize("seed", range(10))
def test_standings_without_an_early_withdrawal_are_those_of_a_stage_without_him(seed: int) -> None:
    state = random_round_robin(seed, entrant_count=6)
    codes = ["DE", "SB", "WON", "BPG", "KS", "ARO"]
    dropped = standings(replace(state, uncounted=frozenset({6})), codes)
    without = replace(
        state,
        entrants=tuple(
            replace(
                entrant,
                cells=tuple(Cell(CellKind.ZERO_BYE) if cell.opponent == 6 else cell for cell in entrant.cells),
            )
            for entrant in state.entrants
            if entrant.number != 6
        ),
    )
    assert [(row.number, row.rank, row.points, row.values) for row in dropped if row.counted] == [
        (row.number, row.rank, row.points, row.values) for row in standings(without, codes)
    ]
