"""What the OpenAPI document says of every operation alike."""

from __future__ import annotations

from typing import Any

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
REFUSED: dict[str, Any] = {
    "description": "Refused: 400 unreadable, 401 sign in, 403 not allowed, 404 not there, 405, 409 not now, 413 too "
    "large, 415 not JSON, 422 can't be taken as it is, 429 too often, 503 not for the moment.",
    "headers": {
        "Retry-After": {"schema": {"type": "integer"}, "description": "With 429 and 503: seconds to wait."},
    },
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}
RATE_HEADERS: dict[str, Any] = {
    "RateLimit": {"schema": {"type": "string"}, "description": '`"name";r=requests left;t=seconds until more`'},
    "RateLimit-Policy": {"schema": {"type": "string"}, "description": '`"name";q=requests;w=in so many seconds`'},
}


def say_errors(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add the envelope and the rate limits' headers to every operation."""
    result["components"].setdefault("schemas", {})["Error"] = ERROR
    for path in result["paths"].values():
        for method, operation in path.items():
            if method == "get" and "security" in operation:  # reading needs no token
                operation["security"].append({})
            for response in operation["responses"].values():
                response.setdefault("headers", {}).update(RATE_HEADERS)
            operation["responses"]["default"] = REFUSED
    return result
