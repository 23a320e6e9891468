"""What C.07 16 makes of rounds that weren't played, on small events reckoned by hand."""

from __future__ import annotations

import pytest

from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Scoring, StageState
from tournaments.formats.core.tiebreaks.value import Cut, Part, PartKind, TieBreakValue


def _played(opponent: int, points: int) -> Cell:
    return Cell(CellKind.PLAYED, opponent, Colour.WHITE, points)


def _value(state: StageState, number: int, code: str, ruleset: str = "fide-2026") -> TieBreakValue:
    return next(row.values[0] for row in standings(state, [code], ruleset=ruleset) if row.number == number)


def _two(first: tuple[Cell, ...], second: tuple[Cell, ...], *, planned: int | None = None) -> StageState:
    return StageState((Entrant(1, cells=first), Entrant(2, cells=second)), len(first), planned or len(first))


HALF = Cell(CellKind.HALF_BYE, points=1)
ZERO = Cell(CellKind.ZERO_BYE)
PAIRING_BYE = Cell(CellKind.PAIRING_BYE, points=2)


def test_requested_byes_after_the_last_round_count_as_draws_for_the_opponent() -> None:
    """16.3: the opponent, who won one and left, is worth a win and two draws; himself he has the win alone."""
    state = _two((_played(2, 0), PAIRING_BYE, PAIRING_BYE), (_played(1, 2), ZERO, ZERO))
    assert _value(state, 1, "BH", "fide-2024").parts[0] == Part(1, 2, 4, PartKind.OPPONENT)


def test_requested_bye_before_a_return_counts_as_awarded() -> None:
    """16.2.3: after a win and a zero-point bye comes a bye of the pairing: two points in all, not two and a half."""
    state = _two((_played(2, 0), PAIRING_BYE, PAIRING_BYE), (_played(1, 2), ZERO, PAIRING_BYE))
    assert _value(state, 1, "BH", "fide-2024").parts[0] == Part(1, 2, 4, PartKind.OPPONENT)


def test_round_without_a_cell_counts_as_a_zero_point_bye() -> None:
    written = _two((_played(2, 0), PAIRING_BYE), (_played(1, 2), ZERO))
    missing = _two((_played(2, 0), PAIRING_BYE), (_played(1, 2),))
    assert standings(missing, ["BH", "BHC1", "SB"]) == standings(written, ["BH", "BHC1", "SB"])


@pytest.mark.parametrize("ruleset, dummy", [("fide-2024", 6), ("fide-2026", 3)])
def test_dummy_of_a_bye_is_capped_by_draws_in_all_planned_rounds(ruleset: str, dummy: int) -> None:
    """16.4.2: with three points of three planned rounds a bye is worth one and a half since 2026."""
    state = _two((PAIRING_BYE, PAIRING_BYE, PAIRING_BYE), (ZERO, ZERO, ZERO))
    assert _value(state, 1, "BH", ruleset).parts[0] == Part(1, None, dummy, PartKind.DUMMY)


def test_cap_follows_from_the_planned_rounds_not_from_the_rounds_done() -> None:
    state = _two((PAIRING_BYE, PAIRING_BYE, PAIRING_BYE), (ZERO, ZERO, ZERO), planned=5)
    assert _value(state, 1, "BH").parts[0].amount == 5


@pytest.mark.parametrize("ruleset, dummy", [("fide-2024", 4), ("fide-2026", 3)])
def test_dummy_of_a_forfeit_is_capped_by_the_opponent_who_was_paired(ruleset: str, dummy: int) -> None:
    """16.4.1: the entrant has two points, the opponent who lost by forfeit one and a half."""
    won, lost = Cell(CellKind.FORFEIT_WIN, 2, Colour.WHITE, 2), Cell(CellKind.FORFEIT_LOSS, 1, Colour.BLACK, 0)
    state = _two((PAIRING_BYE, won, ZERO), (HALF, lost, PAIRING_BYE))
    assert _value(state, 1, "BH", ruleset).parts[1] == Part(2, 2, dummy, PartKind.DUMMY)


def test_forfeit_of_a_round_robin_counts_as_a_game() -> None:
    """15.2: Sonneborn-Berger of a forfeit won is the opponent's own score."""
    won, lost = Cell(CellKind.FORFEIT_WIN, 2, Colour.WHITE, 2), Cell(CellKind.FORFEIT_LOSS, 1, Colour.BLACK, 0)
    state = StageState(
        (
            Entrant(1, cells=(won, ZERO, _played(3, 0))),
            Entrant(2, cells=(lost, _played(3, 2), ZERO)),
            Entrant(3, cells=(ZERO, _played(2, 0), _played(1, 2))),
        ),
        rounds_done=3,
        planned_rounds=3,
        predetermined=True,
    )
    assert [_value(state, number, "SB").text for number in (1, 2, 3)] == ["1.00", "1.00", "1.00"]
    assert [_value(state, number, "WON").text for number in (1, 2, 3)] == ["1", "1", "1"]
    assert [_value(state, number, "BPG").text for number in (1, 2, 3)] == ["0", "0", "0"]


def test_contribution_of_a_requested_bye_is_cut_first() -> None:
    """16.5: the bye's dummy has two points, the weakest opponent none; still the bye is cut, and says why."""
    state = StageState(
        (
            Entrant(1, cells=(_played(2, 2), HALF, _played(3, 1))),
            Entrant(2, cells=(_played(1, 0), _played(3, 0), PAIRING_BYE)),
            Entrant(3, cells=(PAIRING_BYE, _played(2, 2), _played(1, 1))),
        ),
        rounds_done=3,
        planned_rounds=3,
    )
    value = _value(state, 1, "BHC1")
    assert value.parts == (
        Part(1, 2, 2, PartKind.OPPONENT),
        Part(2, None, 3, PartKind.DUMMY, Cut.UNPLAYED),
        Part(3, 3, 5, PartKind.OPPONENT),
    )
    assert value.text == "3.5"


def test_second_cut_takes_the_lowest_once_no_unplayed_round_is_left() -> None:
    state = StageState(
        (
            Entrant(1, cells=(_played(2, 2), HALF, _played(3, 1))),
            Entrant(2, cells=(_played(1, 0), _played(3, 0), PAIRING_BYE)),
            Entrant(3, cells=(PAIRING_BYE, _played(2, 2), _played(1, 1))),
        ),
        rounds_done=3,
        planned_rounds=3,
    )
    assert [part.cut for part in _value(state, 1, "BHC2").parts] == [Cut.LOWEST, Cut.UNPLAYED, None]
    assert [part.cut for part in _value(state, 1, "BHM1").parts] == [None, Cut.UNPLAYED, Cut.HIGHEST]


def test_last_round_counts_as_drawn_in_fore_buchholz_only_where_it_is_the_last_planned() -> None:
    first, second = (_played(2, 2), _played(2, 2)), (_played(1, 0), _played(1, 0))
    assert _value(_two(first, second), 1, "FB").text == "1.0"  # the opponent's half point, twice
    assert _value(_two(first, second, planned=3), 1, "FB").text == "0.0"


def test_points_of_the_event_are_what_scores_add_up() -> None:
    """With three points for a win and one for a draw, a requested bye for good counts a draw of that event."""
    scoring = Scoring(win=6, draw=2, pairing_bye=6)
    state = StageState(
        (
            Entrant(1, cells=(_played(2, 0), Cell(CellKind.PAIRING_BYE, points=6))),
            Entrant(2, cells=(_played(1, 6), ZERO)),
        ),
        2,
        2,
        scoring=scoring,
    )
    assert _value(state, 1, "BH", "fide-2024").parts[0].amount == 6 + 2
    assert [_value(state, number, "WIN").amount for number in (1, 2)] == [1, 1]


def test_game_without_a_result_contributes_nothing_yet() -> None:
    """It is neither a dummy's nor a requested bye, and doesn't make the opponent's round a draw."""
    first = (_played(3, 2), Cell(CellKind.ZERO_BYE, 2, Colour.WHITE))
    second = (PAIRING_BYE, Cell(CellKind.ZERO_BYE, 1, Colour.BLACK))
    third = (_played(1, 0), PAIRING_BYE)
    state = StageState((Entrant(1, cells=first), Entrant(2, cells=second), Entrant(3, cells=third)), 2, 3)
    assert _value(state, 1, "BH").parts == (Part(1, 3, 2, PartKind.OPPONENT),)
    assert _value(state, 3, "BH", "fide-2024").parts[0] == Part(1, 1, 2, PartKind.OPPONENT)
    assert [_value(state, number, "DE").text for number in (1, 2, 3)] == ["1", "1", "1"]
