"""Files that are unreadable, ambiguous or contradict themselves are refused, with line and column."""

from __future__ import annotations

import pytest

from tests.tournaments.trf.written import TWO_ROUNDS, file, player_line
from tournaments.trf.errors import TrfError
from tournaments.trf.reader import read_trf

GOOD = TWO_ROUNDS[2]


def _changed(line: str, column: int, text: str) -> str:
    return line[: column - 1] + text + line[column - 1 + len(text) :]


def _refusal(*lines: str) -> tuple[int, int, str]:
    with pytest.raises(TrfError) as refused:
        read_trf(file(*lines))
    error = refused.value
    assert str(error) == f"line {error.line}, column {error.column}: {error.message}"
    return error.line, error.column, error.message


@pytest.mark.parametrize(
    "column, text, line, at, says",
    [
        (5, "  x3", 3, 5, "starting number"),
        (5, "   0", 3, 5, "begin with 1"),
        (9, "w", 3, 9, "slipped"),
        (48, "2", 3, 48, "slipped"),
        (49, "12a4", 3, 49, "rating"),
        (80, "1", 3, 80, "slipped"),
        (81, " 1.2", 3, 81, "half a point"),
        (81, "    ", 3, 81, "points"),
        (86, "   x", 3, 86, "rank"),
        (90, "0", 3, 90, "slipped"),
        (92, "000x", 3, 92, "opponent"),
        (97, "w", 3, 97, "without an opponent"),
        (97, "x", 3, 97, "none of w, b, -"),
        (99, "?", 3, 99, "result '?'"),
        (99, "1", 3, 99, "result '1'"),
        (102, "   3", 3, 102, "paired with himself"),
        (102, "   9", 3, 102, "no player 9"),
        (107, "-", 3, 107, "game without a colour"),
        (107, "b", 1, 107, "same colour"),
        (109, "H", 3, 109, "result 'H'"),
        (109, "1", 3, 109, "doesn't go with"),
        (109, "+", 1, 109, "doesn't go with"),
        (109, " ", 1, 109, "doesn't go with"),
        (20, "\t", 3, 20, "tab"),
    ],
)
def test_bad_column_is_named(column: int, text: str, line: int, at: int, says: str) -> None:
    # Of two lines that contradict each other, the first in which it shows is named.
    named, named_column, message = _refusal(*TWO_ROUNDS[:2], _changed(GOOD, column, text))
    assert (named, named_column) == (line, at)
    assert says in message


def test_opponents_who_disagree_are_named() -> None:
    line, column, message = _refusal(*TWO_ROUNDS[:2], player_line(3, "1.0", "0000 - U  0000 - Z"))
    assert (line, column) == (1, 102)
    assert "player 3 has another opponent" in message


def test_points_that_do_not_add_up_are_named() -> None:
    line, column, message = _refusal(*TWO_ROUNDS[:2], _changed(GOOD, 81, " 2.0"))
    assert (line, column, message) == (3, 81, "player 3 has 2.0 points, but the rounds give 1.5")


def test_missing_starting_number_is_named() -> None:
    assert _refusal(player_line(1), player_line(3)) == (2, 5, "starting number 2 is missing, though there is a 3")


def test_doubled_starting_number_is_named() -> None:
    assert _refusal(player_line(1), player_line(1)) == (2, 5, "starting number 1 is given twice")


def test_two_byes_in_a_round_are_refused() -> None:
    lines = (player_line(1, "1.0", "0000 - U"), player_line(2, "1.0", "0000 - U"))
    assert _refusal(*lines)[:2] == (2, 99)


def test_more_rounds_than_planned_are_refused() -> None:
    assert _refusal("XXR 1", *TWO_ROUNDS)[:2] == (2, 102)


@pytest.mark.parametrize(
    "record, column",
    [
        ("01", 1),
        ("310   1 India", 1),
        ("XXR 0", 5),
        ("142 nine", 4),
        ("152 X", 5),
        ("XXC white2", 5),
        ("XXC rank", 5),
        ("162  Q 1.0", 6),
        ("162  X 0.5", 6),
        ("162  W 0.3", 7),
        ("XXS W=one", 7),
        ("XXS WW=1.0 BW=2.0", 5),
        ("240 X 001    1", 5),
        ("240 H 00x    1", 7),
        ("250       0.0 001 002 0001 0002", 10),
        ("250  1.0  1.0 001 002 0001 0002", 5),
        ("260 003 001    1    2", 5),
        ("260 001 002    1", 5),
        ("260 001 002    1    7", 5),
        ("XXP 1 x", 7),
        ("XXZ 0", 5),
        ("299 ?        1.0  001    1", 5),
    ],
)
def test_bad_record_is_named(record: str, column: int) -> None:
    assert _refusal("012 Evening", record, player_line(1), player_line(2))[:2] == (2, column)


@pytest.mark.parametrize("records", [("XXR 5", "142 7"), ("152 W", "XXC black1")])
def test_what_is_said_twice_must_be_the_same(records: tuple[str, str]) -> None:
    assert _refusal(*records, player_line(1))[:2] == (2, 5)


def test_arbiter_may_give_both_players_a_loss() -> None:
    lines = (player_line(1, "0.0", "   2 w 0"), player_line(2, "0.0", "   1 b 0"))
    assert len(read_trf(file(*lines)).players) == 2


def test_baku_needs_a_draw_worth_half_a_win() -> None:
    assert "Baku" in _refusal("192 FIDE_DUTCH_2026_BAKU", "162  W 3.0", player_line(1))[2]
