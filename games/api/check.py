from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.documents import body_of
from games.selectors.evidence import encoded_report_of
from magistrar_site.shared.api.parsers import UnreadBody
from magistrar_site.shared.api.views import ApiView


class CheckView(ApiView):
    """Judge a document of any grade. It is stored nowhere, and nobody has to say who he is."""

    authentication_classes = []
    permission_classes = []
    throttle_scope = "check"
    parser_classes = [UnreadBody]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever form of answer is asked for: there is one, the report."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        operation_id="check_game",
        auth=[],
        request={"application/json": OpenApiTypes.OBJECT, "application/octet-stream": OpenApiTypes.BINARY},
        responses=OpenApiTypes.OBJECT,
    )
    def post(self, request: Request) -> HttpResponse:
        """The engine's report on any body: a record, a sheet or a score of any game, as JSON or in the text notation,
        or something that is none. The document's `format` says which game it is; Magistrar is assumed."""
        report = encoded_report_of(body=body_of(request))
        return HttpResponse(report, content_type="application/json")
