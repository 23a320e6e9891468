from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from magistrar_site.shared.api.views import ApiView
from magistrar_site.version import VERSION

LEADS = {
    "type": "object",
    "properties": {"version": {"type": "string", "description": "Of the service."}},
    "required": ["version"],
    "additionalProperties": {"type": "string", "format": "uri"},
}
STARTS = ("clubs", "events", "players", "pools", "presets", "me", "schema", "reference")


class RootView(ApiView):
    @extend_schema(operation_id="root", responses={(200, "application/json"): LEADS})
    def get(self, request: Request) -> Response:
        """Where everything starts: the version of the service, the lists, who is asking, the OpenAPI document and its
        reference page."""
        leads = {name: reverse(f"api:{name}", request=request) for name in STARTS}
        return Response({"version": VERSION, **leads})
