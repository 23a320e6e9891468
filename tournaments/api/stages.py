"""An event's stages: groups with their tables, the next stage as it is planned, and the steps between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.events import StageSerializer
from tournaments.api.serializers.stages import (
    AdvancingSerializer,
    GroupFilterSerializer,
    GroupsSerializer,
    StagePlanSerializer,
    StageStepSerializer,
)
from tournaments.api.tables import table_head, table_lines
from tournaments.formats.core.points import HALF_POINTS
from tournaments.models import Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.stages import group_stage
from tournaments.selectors.standings.groups import group_views
from tournaments.services.permissions import require_event
from tournaments.services.stages.advance import advancing
from tournaments.services.stages.close import stage_close, stage_reopen
from tournaments.services.stages.plan import stage_after, stage_drop, stage_plan


def _running(request: Request, slug: str) -> Stage:
    """The stage that the address means: the one that runs."""
    return stage_of(visible_event(request, slug))


class GroupsView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="groups", parameters=[GroupFilterSerializer], responses=GroupsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The table of each group, or of one."""
        number = query_params(GroupFilterSerializer, request)["group"]
        stage = group_stage(visible_event(request, slug))
        groups = [group for group in group_views(stage) if number in (None, group.number)]
        shown = {"stage": stage.number, "is_closed": bool(stage.closed_fact), "groups": groups}
        return Response(GroupsSerializer(shown).data)

    def csv_rows(self, shown: dict[str, Any]) -> Iterator[list[object]]:
        """The tables below each other; all groups of a stage have the same columns."""
        groups = shown["groups"]
        tables = [{"scale": HALF_POINTS, **group} for group in groups]
        yield ["group", *table_head(tables[0] if tables else {"scale": HALF_POINTS, "columns": []})]
        for table in tables:
            yield from ([table["name"], *line] for line in table_lines(table))


class NextStageView(ApiView):
    is_public = False

    @extend_schema(operation_id="next_stage", responses=AdvancingSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Who would go on into the next stage as it stands now. 404 where none is planned, and before the start."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.VIEW)
        stage = stage_of(event)
        into = stage_after(stage)
        if into is None or not stage.planned_rounds:
            raise NotFound("no_later_stage", _("Nobody advances from this stage."))
        going = advancing(stage, into)
        shown = {
            "stage": stage.number,
            "into": into.number,
            "seeds": [
                {"seed": seed, "entry": entry.key, "player": entry.player, "group": place.group, "rank": place.rank}
                for seed, (place, entry) in enumerate(going.seeds, 1)
            ],
            "tied": [[entry.key for entry in tied] for tied in going.tied],
        }
        return Response(AdvancingSerializer(shown).data)

    @extend_schema(operation_id="next_stage_plan", request=StagePlanSerializer, responses=StageSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Plan the stage after the one that runs, or change it. Twice the same is once."""
        said = body_params(StagePlanSerializer, request)
        planned = stage_plan(act=act_of_request(request), stage=_running(request, slug), **said)
        return Response(StageSerializer(planned).data)

    @extend_schema(operation_id="next_stage_drop", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Plan no stage after this one."""
        stage_drop(act=act_of_request(request), stage=_running(request, slug))
        return Response(status=status.HTTP_204_NO_CONTENT)


class StageCloseView(ApiView):
    @extend_schema(operation_id="stage_close", request=StageStepSerializer, responses=StageSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Close the stage that runs, and start the next, seeded from it; the answer is the stage that starts."""
        act = act_of_request(request, why=body_params(StageStepSerializer, request)["why"])
        return Response(StageSerializer(stage_close(act=act, stage=_running(request, slug))).data)


class StageReopenView(ApiView):
    @extend_schema(operation_id="stage_reopen", request=StageStepSerializer, responses=StageSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Take the stage before up again, with a reason, as long as no round of this one stands."""
        act = act_of_request(request, why=body_params(StageStepSerializer, request)["why"])
        return Response(StageSerializer(stage_reopen(act=act, stage=_running(request, slug))).data)
