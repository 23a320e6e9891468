"""The reasons of pairs and byes name the step that decided."""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Pair, StageState
from tournaments.formats.systems.swiss.dutch_2026 import pair_round

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def _fresh(count: int) -> StageState:
    return StageState(tuple(Entrant(number) for number in range(1, count + 1)), 0, 5)


def _codes(pair: Pair) -> list[str]:
    return [code for code, _ in pair.why]


def _pair_of(state: StageState, number: int) -> Pair:
    return next(pair for pair in pair_round(state).pairs if number in (pair.white, pair.black))


def test_natural_pair_says_its_place_in_both_halves() -> None:
    assert _pair_of(_fresh(6), 2).why == (
        ("same_score", (("points", "0"),)),
        ("natural", (("player", 2), ("opponent", 5), ("place", 2), ("pairs", 3))),
        ("5.2.5", (("white", 5), ("black", 2))),
    )


def test_forbidden_natural_opponent_is_named() -> None:
    state = replace(_fresh(6), forbidden=frozenset({frozenset({2, 5})}))
    assert _pair_of(state, 2).why[1:3] == (
        ("instead", (("player", 2), ("natural", 5))),
        ("natural_barred", (("player", 2), ("natural", 5))),
    )


def test_bye_says_its_score_and_why_it_is_his() -> None:
    assert _pair_of(_fresh(3), 3).why == (
        ("bye_odd", ()),
        ("bye_score", (("points", "0"),)),
        ("bye_first", (("player", 3),)),
        ("bye_order", (("player", 3),)),
    )


def _after_one_round() -> StageState:
    """Three winners and three others: 1 beat 4, 5 beat 2, 3 beat 6."""
    results = {
        1: (4, WHITE, 2),
        4: (1, BLACK, 0),
        2: (5, BLACK, 0),
        5: (2, WHITE, 2),
        3: (6, WHITE, 2),
        6: (3, BLACK, 0),
    }
    return StageState(
        tuple(
            Entrant(number, cells=(Cell(CellKind.PLAYED, opponent, colour, points),))
            for number, (opponent, colour, points) in sorted(results.items())
        ),
        1,
        5,
    )


def test_moved_down_player_says_from_where_and_why() -> None:
    pair = _pair_of(_after_one_round(), 5)
    assert _codes(pair)[:3] == ["moved_down", "odd_group", "first_moved_down"]
    assert dict(pair.why)["moved_down"] == (("player", 5), ("from", "1"), ("points", "0"), ("opponent", 4))


def test_colour_denied_counts_against_its_criteria() -> None:
    pair = _pair_of(_after_one_round(), 1)
    assert (pair.white, pair.black) == (3, 1)
    assert _codes(pair) == ["same_score", "natural", "C.12", "C.13", "5.2.4"]
