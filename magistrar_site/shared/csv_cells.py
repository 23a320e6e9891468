"""Cells of CSV files that are opened with a spreadsheet: no cell is a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

NUMBER = re.compile(r"[+-]?\d+(?:[.,/:]\d+)?")
# What a spreadsheet takes for the beginning of a formula, wherever a cell begins with it.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "＝", "＋", "－", "＠")
GUARD = "'"


def csv_cell(value: object) -> str:
    """A cell's text. One that a spreadsheet would take for a formula gets an apostrophe in front; numbers don't, and
    decimals are written out ("0.000000000", never "0E-9")."""
    text = "" if value is None else f"{value:f}" if isinstance(value, Decimal) else str(value)
    if text.startswith(FORMULA_SIGNS) and not NUMBER.fullmatch(text):
        return f"{GUARD}{text}"
    return text


def unguarded(cell: str) -> str:
    """A cell's text without the apostrophe of `csv_cell`."""
    return cell[1:] if cell.startswith(GUARD) and cell[1:].startswith(FORMULA_SIGNS) else cell


def csv_text(rows: Iterable[Sequence[object]], *, line_end: str = "\r\n") -> str:
    """Rows as CSV (RFC 4180: commas, CRLF)."""
    text = io.StringIO()
    csv.writer(text, lineterminator=line_end).writerows([csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue()
