"""Tables that fill themselves."""

import pytest

from games.engine.systems.magistrar.rows import MOVE_ROW, PAWN_ROW, TOKEN_ROW
from games.engine.systems.magistrar.tables import MOST_KEPT, Table


def test_table_works_out_each_value_once() -> None:
    made: list[int] = []

    def square(number: int) -> int:
        made.append(number)
        return number * number

    table: Table[int, int] = Table(square)
    assert [table[3], table[3], table[4]] == [9, 9, 16]
    assert made == [3, 4]


def test_full_table_still_answers() -> None:
    table: Table[int, int] = Table(lambda key: -key)
    assert [table[key] for key in range(MOST_KEPT + 2)] == [-key for key in range(MOST_KEPT + 2)]
    assert len(table) == MOST_KEPT


@pytest.mark.parametrize(
    "table, row",
    [
        (TOKEN_ROW, "LLLDD"),
        (TOKEN_ROW, "LLLDDX"),
        (PAWN_ROW, "MMMMMMM"),
        (PAWN_ROW, "MMXMMM"),
        (MOVE_ROW, "LX"),
        (MOVE_ROW, "LLLLLLL"),
    ],
)
def test_row_of_other_letters_or_length_is_in_no_table(table: Table[str, object], row: str) -> None:
    with pytest.raises(KeyError):
        table[row]
    assert row not in table
