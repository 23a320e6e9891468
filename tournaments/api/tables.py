from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView, query_params
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.points import points_cell, points_head
from tournaments.api.serializers.standings import (
    CrossRowSerializer,
    StandingSerializer,
    StandingsSerializer,
    TableFilterSerializer,
    TableStageSerializer,
)
from tournaments.formats.core.points import HALF_POINTS
from tournaments.models import Event, Stage, StandingTable
from tournaments.selectors.stages import scale_of, stage_numbered
from tournaments.selectors.standings.crosstables import crosstable_of
from tournaments.selectors.standings.rows import standing_rows, standing_table
from tournaments.selectors.standings.tables import columns_of


def full_table(event: Event, stage: Stage, table: StandingTable | None) -> dict[str, Any]:
    """A table with its columns and rows; an empty one where nothing was worked out yet."""
    columns, rows = (columns_of(table, event), standing_rows(table)) if table else ((), ())
    scale = scale_of(stage)
    return {
        "stage": stage.number,
        "scale": scale,
        "after_round": table.after_round if table else None,
        "made_from": table.made_from if table else None,
        "columns": [{"code": column.code, "name": column.name} for column in columns],
        "rows": StandingSerializer(rows, many=True, context={"scale": scale}).data,
    }


def table_head(table: dict[str, Any]) -> list[object]:
    """The heads of a table's columns as CSV."""
    numbers = [points_head(table["scale"]), "deducted", "played", "wins", "draws", "losses"]
    return ["rank", "player", "name", *numbers, *(column["code"] for column in table["columns"])]


def table_lines(table: dict[str, Any]) -> Iterator[list[object]]:
    """Its lines below them."""
    for row in table["rows"]:
        points = [points_cell(row[name], table["scale"]) for name in ("points", "deducted")]
        counts = [*points, row["played"], row["wins"], row["draws"], row["losses"]]
        yield [row["rank"], row["player"]["key"], row["player"]["name"], *counts, *row["values"]]


class StandingsView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="standings", parameters=[TableFilterSerializer], responses=StandingsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The standings of a stage after a round, with every column that decides and how it came about."""
        wanted = query_params(TableFilterSerializer, request)
        event = visible_event(request, slug)
        stage = stage_numbered(event, wanted["stage"])
        table = standing_table(stage, after_round=wanted["round"])
        if table is None and wanted["round"] is not None:
            raise NotFound("no_such_table", _("There is no table after this round yet."))
        return Response(full_table(event, stage, table))

    def csv_rows(self, table: dict[str, Any]) -> Iterator[list[object]]:
        yield table_head(table)
        yield from table_lines(table)


class CrosstableView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(
        operation_id="crosstable", parameters=[TableStageSerializer], responses=CrossRowSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        """Who met whom, in the order of the standings: in a round robin everybody against everybody, in other formats
        round by round."""
        number, event = query_params(TableStageSerializer, request)["stage"], visible_event(request, slug)
        stage = None if number is None else stage_numbered(event, number)
        return Response(CrossRowSerializer(crosstable_of(event, stage), many=True).data)

    def csv_rows(self, rows: Sequence[dict[str, Any]]) -> Iterator[list[object]]:
        is_matrix = any(row["cells"] for row in rows)
        rounds = [f"round_{cell['round']}" for cell in rows[0]["rounds"]] if rows else []
        others = [row["line"] for row in rows] if is_matrix else rounds
        scale = rows[0]["scale"] if rows else HALF_POINTS
        yield ["line", "rank", "player", "name", points_head(scale), *others]
        for number, row in enumerate(rows):
            cells = ["x" if other == number else _met(cell["meetings"]) for other, cell in enumerate(row["cells"])]
            cells += [_round_text(cell, scale) for cell in row["rounds"]]
            yield [row["line"], row["rank"], row["player"], row["name"], points_cell(row["points"], scale), *cells]


def _met(meetings: Sequence[dict[str, Any]]) -> object:
    """Half points; those of several meetings with spaces between."""
    points = [_points(meeting) for meeting in meetings]
    return points[0] if len(points) == 1 else " ".join(str(one) for one in points)


def _points(meeting: dict[str, Any]) -> object:
    """Half points, by forfeit with an f behind; empty while open."""
    points = meeting["points"]
    if meeting["is_annulled"]:
        return "annulled"
    return "" if points is None else f"{points}f" if meeting["is_forfeit"] else points


def _round_text(cell: dict[str, Any], scale: int) -> str:
    """The opponent's line and the half points, such as "12:2"; by forfeit "12:2f". Without an opponent the kind of bye,
    such as "bye:2"."""
    if cell["bye_kind"]:
        return f"{cell['bye_kind']}:{points_cell(cell['bye_points'], scale)}"
    if cell["meeting"] is None:
        return ""
    return f"{cell['opponent_line'] or ''}:{_points(cell['meeting'])}"
