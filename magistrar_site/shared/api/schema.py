"""What the OpenAPI document says of every operation alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import is_serializer
from drf_spectacular.utils import Direction, OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import Serializer

from magistrar_site.shared.api.once import HEADER

ERROR: dict[str, Any] = {
    "type": "object",
    "description": "Every refusal: `code` is stable and for programs, `message` a sentence in the reader's language.",
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "fields": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "The name of an input, and what is wrong with it.",
        },
    },
    "required": ["code", "message", "fields"],
}
# The statuses of refusals: what they say, and the codes that any operation may give. Most operations have more.
REFUSALS: Mapping[int, tuple[str, tuple[str, ...]]] = {
    400: ("unreadable", ("parse_error", "invalid", "bad_request")),
    401: ("sign in", ("not_authenticated", "authentication_failed", "unknown_scheme")),
    403: ("not allowed", ("permission_denied", "scope_missing", "csrf_failed")),
    404: ("not there", ("not_found",)),
    405: ("not this method", ("method_not_allowed",)),
    409: ("not now", ()),
    413: ("too large", ("too_large",)),
    415: ("not JSON", ("unsupported_media_type",)),
    422: ("can't be taken as it is", ()),
    429: ("too often", ("throttled",)),
    500: ("a fault of ours", ("server_error",)),
    503: ("not for the moment", ("at_once", "busy", "database_away", "no_space")),
}
REFUSED: dict[str, Any] = {
    "description": f"Refused: {', '.join(f'{status} {says}' for status, (says, _codes) in REFUSALS.items())}.",
    "headers": {
        "Retry-After": {"schema": {"type": "integer"}, "description": "With 429 and 503: seconds to wait."},
    },
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}
RATE_HEADERS: dict[str, Any] = {
    "RateLimit": {"schema": {"type": "string"}, "description": '`"name";r=requests left;t=seconds until more`'},
    "RateLimit-Policy": {"schema": {"type": "string"}, "description": '`"name";q=requests;w=in so many seconds`'},
}

IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description="New for each thing that you do: sent again with the same key and body, it is answered as before.",
)


class OperationSchema(AutoSchema):
    """What each operation says of itself beside what drf-spectacular sees: whether reading needs somebody who is known,
    and a rate limit of its own (`x-rate-limit`)."""

    def get_auth(self) -> list[dict[str, Any]]:
        needed: list[dict[str, Any]] = super().get_auth()
        is_public = self.method in SAFE_METHODS and getattr(self.view, "is_public", False)
        return [*needed, {}] if is_public else needed

    def get_override_parameters(self) -> list[OpenApiParameter | Serializer[Any] | type[Serializer[Any]]]:
        """The header that every POST takes; a view that looks at it by itself says so itself."""
        takes_key = self.method == "POST" and getattr(self.view, "answers_once", False)
        return [IDEMPOTENCY_KEY] if takes_key else []

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        """As drf-spectacular has it, which would take a DELETE that answers with a body for one without."""
        declared = self.get_response_serializers()
        if self.method == "DELETE" and is_serializer(declared):
            return {"200": self._get_response_for_code(declared, "200", direction=direction)}
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        return bodies

    def is_deprecated(self) -> bool:
        return getattr(self.view, "deprecated", None) is not None or bool(super().is_deprecated())

    def get_extensions(self) -> dict[str, Any]:
        scope = getattr(self.view, "throttle_scope", None)
        return {"x-rate-limit": scope} if scope else {}


def say_errors(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add the envelope and the rate limits' headers to every operation."""
    result["components"].setdefault("schemas", {})["Error"] = ERROR
    for path in result["paths"].values():
        for operation in path.values():
            for response in operation["responses"].values():
                response.setdefault("headers", {}).update(RATE_HEADERS)
            operation["responses"]["default"] = REFUSED
    return result
