from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.csv_cells import FORMULA_SIGNS, NUMBER, csv_cell, csv_text, unguarded


@pytest.mark.parametrize(
    "value, cell",
    [
        ("=1+1", "'=1+1"),
        ("+49 30 1", "'+49 30 1"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("＝1", "'＝1"),
        ("Anna =1", "Anna =1"),
        ("-12", "-12"),
        ("-1/2", "-1/2"),
        ("+3.5", "+3.5"),
        (-4, "-4"),
        (Decimal(0).scaleb(-9), "0.000000000"),
        (Decimal(5).scaleb(-9), "0.000000005"),
        (None, ""),
        ("", ""),
    ],
)
def test_cell_never_is_a_formula(value: object, cell: str) -> None:
    assert csv_cell(value) == cell


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), min_size=2, max_size=3)))
def test_table_reads_back_as_guarded(rows: list[list[str]]) -> None:
    read = list(csv.reader(io.StringIO(csv_text(rows), newline="")))

    assert read == [[csv_cell(cell) for cell in row] for row in rows]
    assert [unguarded(csv_cell(cell)) for row in rows for cell in row] == [
        unguarded(cell) for row in rows for cell in row
    ]
    assert [cell for row in read for cell in row if cell.startswith(FORMULA_SIGNS) and not NUMBER.fullmatch(cell)] == []
