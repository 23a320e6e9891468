from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import Pages, lists
from magistrar_site.shared.api.tables import TABLE_RENDERERS, CsvRenderer
from magistrar_site.shared.api.views import ApiView, query_params
from tournaments.api.serializers.log import LogFilterSerializer, LogLineSerializer
from tournaments.log.lines import Filters, log_lines, log_of, log_whole
from tournaments.selectors.events import event_by_slug
from tournaments.services.permissions import require_event

COLUMNS = ("number", "at", "kind", "sentence", "who", "why", "actor", "game", "digest")


class LogView(ApiView):
    is_public = False
    renderer_classes = TABLE_RENDERERS

    @lists("log", LogLineSerializer, LogFilterSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The event's facts in words, newest first, for those who run it; as CSV all that fit, oldest first."""
        event = event_by_slug(slug)
        require_event(act_of_request(request), event, Action.VIEW)
        filters = Filters(**query_params(LogFilterSerializer, request))
        if isinstance(request.accepted_renderer, CsvRenderer):
            return Response(LogLineSerializer(list(log_whole(event, filters)), many=True).data)
        pages = Pages()
        facts = pages.paginate_queryset(log_of(event, filters), request, view=self) or []
        return pages.get_paginated_response(LogLineSerializer(log_lines(event, facts), many=True).data)

    def csv_rows(self, lines: Sequence[dict[str, Any]]) -> Iterator[list[object]]:
        yield list(COLUMNS)
        for line in lines:
            yield [line[name] for name in COLUMNS]
