"""Tables as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from magistrar_site.shared.api.pages import listed

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


class TableView(APIView):
    """A view whose list is a table too: page by page as JSON, whole as CSV. `columns`: the head of each column, and
    where its value stands in a row of the JSON ("player.name"); None in between is an empty cell. What is written is
    answered with JSON."""

    columns: Mapping[str, str] = {}

    def get_renderers(self) -> list[BaseRenderer]:
        reads = self.request.method in ("GET", "HEAD")
        return [renderer() for renderer in (TABLE_RENDERERS if reads else [JSONRenderer])]

    def table(self, rows: QuerySet[Any] | Sequence[Any], serializer: type[BaseSerializer[Any]]) -> Response:
        """The page that the request asks for, or as CSV all rows."""
        if isinstance(self.request.accepted_renderer, CsvRenderer):
            return Response(serializer(rows, many=True).data)
        return listed(self, rows, serializer)

    def csv_rows(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[list[object]]:
        yield list(self.columns)
        for row in rows:
            yield [_value(row, path.split(".")) for path in self.columns.values()]


def _value(row: Any, path: Sequence[str]) -> object:
    for name in path:
        row = None if row is None else row[name]
    return {True: "yes", False: "no"}[row] if isinstance(row, bool) else row
