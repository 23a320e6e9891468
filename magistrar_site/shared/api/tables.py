"""Tables as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rest_framework.renderers import BaseRenderer, JSONRenderer

NUMBER = re.compile(r"[+-]?\d+(?:[.,/:]\d+)?")
# What a spreadsheet takes for the beginning of a formula, wherever a cell begins with it.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "＝", "＋", "－", "＠")


def csv_cell(value: object) -> str:
    """A cell's text. One that a spreadsheet would take for a formula gets an apostrophe in front; numbers don't."""
    text = "" if value is None else str(value)
    if text.startswith(FORMULA_SIGNS) and not NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV (RFC 4180: commas, CRLF)."""
    text = io.StringIO()
    csv.writer(text).writerows([csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


class CsvRenderer(BaseRenderer):
    """Renders what the view's `csv_rows(data)` makes of a response: the head of the table, then its rows."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        view: Any = (renderer_context or {})["view"]
        return csv_text(view.csv_rows(data)).encode()


TABLE_RENDERERS = [JSONRenderer, CsvRenderer]
