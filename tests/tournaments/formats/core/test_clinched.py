"""Clinched places."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.played_stages import PlayedStage
from tests.tournaments.formats.random_events import random_round_robin, random_swiss
from tournaments.formats.core.clinched import PossibleRanks, possible_ranks
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.standings import after_round, standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState
from tournaments.formats.systems.round_robin.format import RoundRobin

CODES = ("DE", "BH", "WON", "LOT")


def _state(points: list[int], *, rounds_left: int, withdrawn: frozenset[int] = frozenset()) -> StageState:
    entrants = tuple(
        Entrant(number, cells=(Cell(CellKind.FULL_BYE, points=made),), withdrawn=number in withdrawn)
        for number, made in enumerate(points, start=1)
    )
    return StageState(entrants, 1, 1 + rounds_left)


def _bounds(state: StageState) -> list[tuple[int, int]]:
    ranks = possible_ranks(state, standings(state, CODES))
    return [(ranks[entrant.number].best, ranks[entrant.number].worst) for entrant in state.entrants]


def test_lead_of_more_than_a_win_before_the_last_round_is_clinched() -> None:
    assert _bounds(_state([9, 6, 5, 0], rounds_left=1)) == [(1, 1), (2, 3), (2, 3), (4, 4)]


def test_lead_of_a_win_is_not_clinched_as_the_tie_break_could_turn() -> None:
    assert _bounds(_state([8, 6], rounds_left=1)) == [(1, 2), (1, 2)]


def test_withdrawn_entrant_gains_nothing_more() -> None:
    assert _bounds(_state([4, 3, 1], rounds_left=1, withdrawn=frozenset({2, 3}))) == [(1, 1), (2, 2), (3, 3)]


def test_finished_stage_has_the_ranks_of_its_table() -> None:
    state = _state([4, 4, 1], rounds_left=0)
    ranks = possible_ranks(state, standings(state, []))
    assert ranks == {1: PossibleRanks(1, 1, 1), 2: PossibleRanks(2, 1, 1), 3: PossibleRanks(3, 3, 3)}
    assert all(rank.is_clinched for rank in ranks.values())


def test_game_without_a_result_keeps_the_places_of_its_two_open() -> None:
    made = Cell(CellKind.FULL_BYE, points=4), Cell(CellKind.FULL_BYE, points=3), Cell(CellKind.ZERO_BYE)
    waiting = Cell(CellKind.ZERO_BYE, 3, Colour.WHITE), Cell(CellKind.ZERO_BYE, 2, Colour.BLACK)
    first, second, third = (
        Entrant(1, cells=(made[0], Cell(CellKind.ZERO_BYE))),
        Entrant(2, cells=(made[1], waiting[0])),
        Entrant(3, cells=(made[2], waiting[1])),
    )
    assert _bounds(StageState((first, second, third), 2, 2)) == [(1, 2), (1, 2), (3, 3)]


def test_points_against_who_may_be_struck_are_not_safe() -> None:
    """1 leads by three points, two of them made against 3, with one round to come."""
    bye = Cell(CellKind.FULL_BYE, points=4)
    first = Entrant(1, cells=(bye, Cell(CellKind.PLAYED, 3, Colour.WHITE, 2)))
    second = Entrant(2, cells=(Cell(CellKind.FULL_BYE, points=3), Cell(CellKind.ZERO_BYE)))
    third = Entrant(3, cells=(Cell(CellKind.ZERO_BYE), Cell(CellKind.PLAYED, 1, Colour.BLACK, 0)))
    state = StageState((first, second, third), 2, 3)
    ranking = standings(state, [])
    assert possible_ranks(state, ranking)[1] == PossibleRanks(1, 1, 1)
    assert possible_ranks(state, ranking, droppable=frozenset({3}))[1] == PossibleRanks(1, 1, 2)


@examples(60)
@given(st.integers(0, 10_000), st.integers(2, 14), st.integers(1, 7))
def test_final_ranks_lie_within_the_bounds_of_every_round_before(seed: int, count: int, rounds: int) -> None:
    _check(random_swiss(seed, entrant_count=count, rounds=rounds))


@examples(60)
@given(st.integers(0, 10_000), st.integers(2, 7), st.booleans())
def test_bounds_of_a_round_robin_hold(seed: int, count: int, double: bool) -> None:
    _check(random_round_robin(seed, entrant_count=count, double=double))


def _check(final: StageState) -> None:
    end = {row.number: row.rank for row in standings(final, CODES)}
    before = {number: PossibleRanks(number, 1, len(end)) for number in end}
    for number in range(final.rounds_done + 1):
        state = after_round(final, number)
        ranks = possible_ranks(state, standings(state, CODES))
        for entrant, rank in ranks.items():
            assert before[entrant].best <= rank.best <= end[entrant] <= rank.worst <= before[entrant].worst
        before = dict(ranks)
    assert {number: rank.best for number, rank in before.items()} == end


@examples(40)
@given(st.integers(0, 10_000), st.integers(3, 8))
def test_bounds_hold_though_entrants_withdraw_and_are_struck(seed: int, count: int) -> None:
    """Every round one of the others may leave; if early, his games are struck for all."""
    rng = random.Random(seed)
    format_ = RoundRobin()
    stage = PlayedStage(format_, count, seed)
    bounds: list[dict[int, PossibleRanks]] = []
    for _pairing in stage.play():
        bounds.append(_bounds_of(format_, stage.state))
        if rng.random() < 0.3:
            leaver = rng.randint(1, count)
            entrants = tuple(
                replace(entrant, withdrawn=entrant.withdrawn or entrant.number == leaver)
                for entrant in stage.state.entrants
            )
            stage.state = replace(stage.state, entrants=entrants)
    end = {row.number: row.rank for row in standings(for_standings(format_, stage.state, {}), CODES) if row.counted}
    for ranks in bounds:
        for number, rank in end.items():
            assert ranks[number].best <= rank <= ranks[number].worst


def _bounds_of(format_: RoundRobin, state: StageState) -> dict[int, PossibleRanks]:
    seen = for_standings(format_, state, {})
    return dict(possible_ranks(seen, standings(seen, CODES), droppable=format_.droppable(state, {})))
