"""What a player's rounds make of him: floats, score with virtual points, claim to the bye, place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState
from tournaments.formats.systems.swiss.competitor import Competitor, Float, competitors

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def _stage(first: tuple[Cell, ...], second: tuple[Cell, ...], planned_rounds: int = 5) -> StageState:
    return StageState((Entrant(1, cells=first), Entrant(2, cells=second)), len(first), planned_rounds)


def _first(state: StageState) -> Competitor:
    return next(competitor for competitor in competitors(state) if competitor.number == 1)


@pytest.mark.parametrize(
    "cell, expected",
    [
        (Cell(CellKind.PAIRING_BYE, points=2), Float.DOWN),
        (Cell(CellKind.HALF_BYE, points=1), Float.DOWN),
        (Cell(CellKind.ZERO_BYE), Float.NONE),
        (Cell(CellKind.FORFEIT_WIN, 2, WHITE, 2), Float.DOWN),
        (Cell(CellKind.FORFEIT_LOSS, 2, WHITE), Float.NONE),
        (Cell(CellKind.PLAYED, 2, WHITE, 0), Float.NONE),
    ],
)
def test_float_of_a_round_among_equals(cell: Cell, expected: Float) -> None:
    assert _first(_stage((cell,), (Cell(CellKind.ZERO_BYE),))).last_float is expected


def test_float_of_a_game_follows_from_the_scores_before_it() -> None:
    first = (Cell(CellKind.FULL_BYE, points=2), Cell(CellKind.PLAYED, 2, WHITE, 0))
    second = (Cell(CellKind.ZERO_BYE), Cell(CellKind.PLAYED, 1, BLACK, 2))
    one, other = competitors(_stage(first, second))
    assert (one.last_float, other.last_float, one.float_before) == (Float.DOWN, Float.UP, Float.DOWN)


def test_there_are_no_floats_before_the_first_round() -> None:
    assert (_first(_stage((), ())).last_float, _first(_stage((), ())).float_before) == (None, None)


@pytest.mark.parametrize(
    "cell, may",
    [
        (Cell(CellKind.PAIRING_BYE, points=1), False),
        (Cell(CellKind.FULL_BYE, points=2), False),
        (Cell(CellKind.FORFEIT_WIN, 2, WHITE, 2), False),
        (Cell(CellKind.HALF_BYE, points=1), True),
        (Cell(CellKind.ZERO_BYE), True),
        (Cell(CellKind.PLAYED, 2, WHITE, 2), True),
    ],
)
def test_bye_is_open_to_who_had_none_nor_a_win_without_playing(cell: Cell, may: bool) -> None:
    assert _first(_stage((cell,), (Cell(CellKind.ZERO_BYE),))).may_have_bye is may


def test_virtual_points_count_for_the_score_of_their_round_alone() -> None:
    state = _stage((Cell(CellKind.HALF_BYE, points=1),), (Cell(CellKind.ZERO_BYE),))
    entrant = replace(state.entrants[0], acceleration=(2, 1))
    accelerated = replace(state, entrants=(entrant, state.entrants[1]))
    assert (_first(accelerated).score, _first(accelerated).points) == (2, 1)


@pytest.mark.parametrize("planned_rounds, points, expected", [(2, 2, True), (2, 1, False), (3, 2, False)])
def test_topscorers_have_over_half_the_points_before_the_last_round(
    planned_rounds: int, points: int, expected: bool
) -> None:
    game = Cell(CellKind.PLAYED, 2, WHITE, points)
    state = _stage((game,), (Cell(CellKind.PLAYED, 1, BLACK, 2 - points),), planned_rounds)
    assert _first(state).is_topscorer is expected


def test_latecomer_takes_a_place_only_when_he_takes_part() -> None:
    entrants = tuple(Entrant(number, cells=(Cell(CellKind.ZERO_BYE),)) for number in (1, 2, 3))
    state = StageState(entrants, 1, 5, absent=frozenset({2}))
    assert {competitor.number: competitor.place for competitor in competitors(state)} == {1: 0, 3: 1}


def test_open_game_counts_as_met_with_its_colour() -> None:
    """A round paired while a game is still being played: its players don't meet again, and have had their colours."""
    one = _first(_stage((Cell(CellKind.ZERO_BYE, 2, WHITE),), (Cell(CellKind.ZERO_BYE, 1, BLACK),)))
    assert (one.opponents, one.colour.history, one.games_played) == (frozenset({2}), (WHITE,), 1)
    assert (one.last_float, one.may_have_bye) == (Float.NONE, True)


def test_requested_bye_is_no_game() -> None:
    one = _first(_stage((Cell(CellKind.ZERO_BYE),), (Cell(CellKind.ZERO_BYE),)))
    assert (one.opponents, one.colour.history, one.games_played) == (frozenset(), (), 0)
