from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.played_stages import PlayedStage
from tournaments.formats.core.elimination import RanksByPlace, SetsMatchLength
from tournaments.formats.core.format import FormatOptionError, FormatOptions
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, RoundPairing, SeriesScore, StageState
from tournaments.formats.systems.knockout.format import DoubleElimination, Elimination, Knockout

FORMATS: tuple[Elimination, ...] = (Knockout(), DoubleElimination())

every_format = pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.key)


def stage(rows: Mapping[int, list[Cell]], **changes: Any) -> StageState:
    entrants = tuple(Entrant(number, cells=tuple(cells)) for number, cells in sorted(rows.items()))
    rounds_done = max(len(cells) for cells in rows.values())
    return replace(StageState(entrants, rounds_done, 9), **changes)


def pair(format_: Elimination, state: StageState, options: FormatOptions | None = None) -> RoundPairing:
    return format_.pair(state, state.rounds_done + 1, random.Random(0), options or {})


def pairs(pairing: RoundPairing) -> list[tuple[int, int | None]]:
    return [(one.white, one.black) for one in pairing.pairs]


def won(opponent: int, colour: Colour = Colour.WHITE, points: int = 2) -> Cell:
    return Cell(CellKind.PLAYED, opponent, colour, points)


def lost(opponent: int, colour: Colour = Colour.BLACK, points: int = 0) -> Cell:
    return Cell(CellKind.PLAYED, opponent, colour, points)


AWAY = Cell(CellKind.ZERO_BYE)
BYE = Cell(CellKind.PAIRING_BYE, points=2)
SEMI_FINALS = {1: [won(4)], 2: [lost(3)], 3: [won(2)], 4: [lost(1)]}


@every_format
@examples(40)
@given(entrants=st.integers(2, 24), seed=st.integers(0, 999))
def test_played_stage_ends_with_a_champion_and_everybodys_place(format_: Elimination, entrants: int, seed: int) -> None:
    played = PlayedStage(format_, entrants, seed)
    rounds = list(played.play())
    standing = format_.standing(played.state, {})
    assert standing.is_finished is True
    assert sorted(format_.places(played.state, {})) == list(range(1, entrants + 1))
    assert [entry for entry, place in standing.places.items() if place == 1] == [standing.champion]
    met = sum(len(table.seats) == 2 for seating in rounds for table in seating.tables)
    assert met in ({entrants - 1} if format_.key == "knockout" else {2 * entrants - 2, 2 * entrants - 1})


@every_format
def test_first_round_of_five_gives_byes_to_the_top_seeds(format_: Elimination) -> None:
    state = stage({number: [] for number in range(1, 6)})
    assert sorted(pairs(pair(format_, state)), key=str) == [(1, None), (2, None), (3, None), (5, 4)]


def test_initial_colour_says_whether_the_better_seed_starts_above() -> None:
    rows: dict[int, list[Cell]] = {number: [] for number in range(1, 5)}
    assert pairs(pair(Knockout(), stage(rows))) == [(1, 4), (3, 2)]
    assert pairs(pair(Knockout(), stage(rows, first_colour=Colour.BLACK))) == [(4, 1), (2, 3)]


def test_who_has_started_less_starts() -> None:
    rows = {1: [won(4)], 4: [lost(1)], 2: [won(3, Colour.BLACK)], 3: [lost(2, Colour.WHITE)]}
    assert pairs(pair(Knockout(), stage(rows))) == [(2, 1)]


def test_match_for_third_place_is_played_with_the_final() -> None:
    pairing = pair(Knockout(), stage(SEMI_FINALS), {"third_place": True})
    assert [set(one) for one in pairs(pairing)] == [{1, 3}, {2, 4}]


def test_points_of_a_series_decide_a_match() -> None:
    rows = {**SEMI_FINALS, 1: [won(4, points=2)], 4: [lost(1, points=3)]}
    assert {number for one in pairs(pair(Knockout(), stage(rows))) for number in one} == {3, 4}


def test_series_that_lots_decided_is_won_with_as_many_points() -> None:
    mine, yours = SeriesScore(1, 7, 1, is_won=False), SeriesScore(1, 7, 1, is_won=True)
    rows = {**SEMI_FINALS, 1: [replace(won(4, points=9), series=mine)], 4: [replace(lost(1, points=9), series=yours)]}
    assert {number for one in pairs(pair(Knockout(), stage(rows))) for number in one} == {3, 4}


@pytest.mark.parametrize(
    "first, second",
    [
        (won(4, points=1), lost(1, points=1)),
        (Cell(CellKind.ZERO_BYE, 4), Cell(CellKind.ZERO_BYE, 1)),
        (won(3), lost(1)),
        (BYE, BYE),
    ],
    ids=["drawn", "still played", "against another", "two byes"],
)
def test_undecided_match_blocks_the_next_round_and_is_named(first: Cell, second: Cell) -> None:
    pairing = pair(Knockout(), stage({**SEMI_FINALS, 1: [first], 4: [second]}))
    assert pairing == RoundPairing((), (("match_undecided", (("match", 1), ("first", 1), ("second", 4))),))


def test_absent_entrant_loses_to_an_opponent_without_a_game() -> None:
    state = stage({number: [] for number in range(1, 5)}, absent=frozenset({1}))
    assert pairs(pair(Knockout(), state)) == [(3, 2), (4, None)]
    state = stage({**SEMI_FINALS, 1: [AWAY], 4: [BYE]})
    assert set(pairs(pair(Knockout(), state))[0]) == {3, 4}


@pytest.mark.parametrize("cell", [AWAY, Cell(CellKind.FORFEIT_LOSS, 4)])
def test_double_forfeit_leaves_a_bye(cell: Cell) -> None:
    state = stage({**SEMI_FINALS, 1: [cell], 4: [AWAY if cell is AWAY else Cell(CellKind.FORFEIT_LOSS, 1)]})
    assert pairs(pair(Knockout(), state)) == [(3, None)]
    assert Knockout().standing(state, {}).champion == 3


def test_forfeit_decides_a_match() -> None:
    state = stage({**SEMI_FINALS, 1: [Cell(CellKind.FORFEIT_LOSS, 4)], 4: [Cell(CellKind.FORFEIT_WIN, 1, points=2)]})
    assert set(pairs(pair(Knockout(), state))[0]) == {3, 4}


def test_finalist_who_withdraws_leaves_the_title_to_the_other() -> None:
    state = stage(SEMI_FINALS)
    without = replace(state, entrants=tuple(replace(one, withdrawn=one.number == 1) for one in state.entrants))
    assert pairs(pair(Knockout(), without)) == [(3, None)]
    assert (Knockout().is_over(without, {}), Knockout().places(without, {})[3]) == (True, 1)


def test_finished_bracket_pairs_no_reset_that_is_not_needed() -> None:
    rows = {1: [won(2), won(2)], 2: [lost(1), lost(1)]}
    assert pair(DoubleElimination(), stage(rows)).blocked == (("bracket_finished", (("champion", 1),)),)


def test_reset_is_paired_where_the_unbeaten_side_lost() -> None:
    rows = {1: [won(2), lost(2, Colour.WHITE)], 2: [lost(1), won(1, Colour.BLACK)]}
    assert pairs(pair(DoubleElimination(), stage(rows))) == [(2, 1)]


@every_format
def test_elimination_ranks_by_place_and_sets_match_lengths(format_: Elimination) -> None:
    assert isinstance(format_, RanksByPlace)
    assert isinstance(format_, SetsMatchLength)


def lengths(format_: Elimination, entrants: int, options: FormatOptions) -> list[set[int | None]]:
    rounds = PlayedStage(format_, entrants, 1, options).play()
    return [{format_.best_of(table, options) for table in seating.tables} for seating in rounds if seating.tables]


def test_best_of_the_last_rounds_of_a_knock_out() -> None:
    options: FormatOptions = {"best_of_rounds": "3,5", "third_place": True}
    assert lengths(Knockout(), 8, options) == [{None}, {3}, {3, 5}]
    assert lengths(Knockout(), 8, {}) == [{None}, {None}, {None}]


def test_best_of_the_last_rounds_counts_each_bracket_of_a_double_elimination() -> None:
    options: FormatOptions = {"best_of_rounds": "1,3, 5", "reset": False}
    assert lengths(DoubleElimination(), 4, options) == [{1}, {1, 3}, {3}, {5}]


@every_format
@pytest.mark.parametrize("text", ["2", "11", "3;5", "three", "3,,5", "-1"])
def test_best_of_that_is_no_odd_number_is_refused(format_: Elimination, text: str) -> None:
    with pytest.raises(FormatOptionError) as refused:
        format_.rounds_for(8, {"best_of_rounds": text})
    assert refused.value.key == "best_of_rounds"


def test_pairing_numbers_must_be_the_seeds() -> None:
    with pytest.raises(ValueError):
        pair(Knockout(), stage({1: [], 3: []}))
