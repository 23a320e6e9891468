from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView, asked
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import shown_event
from tournaments.api.serializers.rounds import (
    CrossRowSerializer,
    StandingSerializer,
    StandingsSerializer,
    TableFilterSerializer,
)
from tournaments.formats.core.tiebreaks.catalogue import TIE_BREAKS
from tournaments.models import Stage, StandingTable
from tournaments.selectors.stages import stage_numbered
from tournaments.selectors.standings import standing_rows, standing_table
from tournaments.selectors.tables import crosstable_of


def full_table(stage: Stage, table: StandingTable | None) -> dict[str, Any]:
    """A table with its columns and rows; an empty one where nothing was worked out yet."""
    codes: list[str] = table.columns if table else []
    return {
        "stage": stage.number,
        "after_round": table.after_round if table else None,
        "made_from": table.made_from if table else None,
        "columns": [{"code": code, "name": TIE_BREAKS[code].name if code in TIE_BREAKS else code} for code in codes],
        "rows": StandingSerializer(standing_rows(table), many=True).data if table else [],
    }


class StandingsView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="standings", parameters=[TableFilterSerializer], responses=StandingsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The standings of a stage after a round, with every column that decides and how it came about."""
        wanted = asked(TableFilterSerializer, request)
        stage = stage_numbered(shown_event(request, slug), wanted["stage"])
        table = standing_table(stage, after_round=wanted["round"])
        if table is None and wanted["round"] is not None:
            raise NotFound("no_such_table", _("There is no table after this round yet."))
        return Response(full_table(stage, table))

    def csv_rows(self, table: dict[str, Any]) -> Iterator[list[object]]:
        numbers = ["points_in_halves", "played", "wins", "draws", "losses"]
        yield ["rank", "player", "name", *numbers, *(column["code"] for column in table["columns"])]
        for row in table["rows"]:
            counts = [row["points"], row["played"], row["wins"], row["draws"], row["losses"]]
            yield [row["rank"], row["player"]["key"], row["player"]["name"], *counts, *row["values"]]


class CrosstableView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="crosstable", responses=CrossRowSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Everybody against everybody, in the order of the standings; the cells are in the order of the rows."""
        return Response(CrossRowSerializer(crosstable_of(shown_event(request, slug)), many=True).data)

    def csv_rows(self, rows: Sequence[dict[str, Any]]) -> Iterator[list[object]]:
        yield ["rank", "player", "name", "points_in_halves", *(row["rank"] for row in rows)]
        for number, row in enumerate(rows):
            cells = ["x" if other == number else cell["points"] for other, cell in enumerate(row["cells"])]
            yield [row["rank"], row["player"], row["name"], row["points"], *cells]
