"""Tables of the API as CSV files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from magistrar_site.shared.api.pages import list_response
from magistrar_site.shared.csv_cells import csv_text

# Spreadsheets take a file without this mark for one of their own old encodings.
BYTE_ORDER_MARK = "\ufeff"
_NAME_PART = re.compile(r"[^a-z0-9]+")
_PLACING = ("stage", "round", "season")  # what tells one table of an address from another


class CsvRenderer(BaseRenderer):
    """Renders what the view's `csv_rows(data)` makes of a response: the head of the table, then its rows."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        context: Mapping[str, Any] = renderer_context or {}
        name = file_name(context["request"].path, context["request"].query_params)
        context["response"]["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return (BYTE_ORDER_MARK + csv_text(context["view"].csv_rows(data))).encode()


def file_name(path: str, params: Mapping[str, str]) -> str:
    """The file name of a table of the API: "evening-standings-round-3" for round 3 of .../events/evening/standings/."""
    parts = [part for part in path.lower().split("/") if part][2:]  # without "api" and the version
    named = parts[1:] if len(parts) > 1 else parts  # nor the kind of thing
    said = [f"{key}-{params[key]}" for key in _PLACING if params.get(key)]
    return _NAME_PART.sub("-", "-".join([*named, *said]).lower()).strip("-")[:100] or "table"


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
        return list_response(self, rows, serializer)

    def csv_rows(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[list[object]]:
        yield list(self.columns)
        for row in rows:
            yield [_value(row, path.split(".")) for path in self.columns.values()]


def _value(row: Any, path: Sequence[str]) -> object:
    for name in path:
        row = None if row is None else row[name]
    return {True: "yes", False: "no"}[row] if isinstance(row, bool) else row
