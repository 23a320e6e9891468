"""How a finished event ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.final import FinalSerializer
from tournaments.api.serializers.points import points_cell, points_head
from tournaments.selectors.standings.final import final_of


class FinalView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="event_final", responses=FinalSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The final ranking and the winners of the prizes, as they were fixed when the event was finished."""
        final = final_of(visible_event(request, slug))
        if final is None:
            raise NotFound("not_finished", _("This event isn’t finished, so there is no final ranking yet."))
        return Response(FinalSerializer(final, context={"scale": final.scale}).data)

    def csv_rows(self, final: dict[str, Any]) -> Iterator[list[object]]:
        names = [prize["name"] for prize in final["prizes"]]
        places = [{place["entry"]: place["place"] for place in prize["winners"]} for prize in final["prizes"]]
        yield ["rank", "player", "name", points_head(final["scale"]), *names]
        for row in final["ranking"]:
            won = [of_prize.get(row["entry"]) for of_prize in places]
            yield [row["rank"], row["player"], row["name"], points_cell(row["points"], final["scale"]), *won]
