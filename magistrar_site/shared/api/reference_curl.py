"""How an operation is asked for with curl, worked out from the OpenAPI document."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from magistrar_site.shared.api.openapi import Schema, named

TOKEN = "Authorization: Token PREFIX_REST"
FORMATS = {"date": "2026-03-06", "date-time": "2026-03-06T19:00:00+01:00", "email": "anna@example.org"}
DEEPEST = 4  # how far shapes within shapes are filled in


class NotDerivable(Exception):  # noqa: N818 # says what is missing
    """The document doesn't say enough for an example."""


def curl_of(path: str, method: str, operation: Schema, *, components: Mapping[str, Schema], site: str) -> str:
    """The command. Capitals stand for what the reader knows. Only what is needed is sent. Empty where the operation
    takes a signed-in browser alone."""
    security = operation.get("security")
    if security and not any("token" in requirement for requirement in security):
        return ""
    parts = ["curl" if method == "get" else f"curl -X {method.upper()}"]
    if security and {} not in security:
        parts.append(f"-H {shlex.quote(TOKEN)}")
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "header" and parameter.get("required"):
            name = parameter["name"]
            parts.append(f"-H {shlex.quote(f'{name}: {_stand_in(name)}')}")
    parts += _body(method, operation, components)
    parts.append(shlex.quote(site + _address(path, operation, components)))
    return (" " if len(parts) == 2 else " \\\n  ").join(parts)


def _address(path: str, operation: Schema, components: Mapping[str, Schema]) -> str:
    asked = []
    for parameter in operation.get("parameters", ()):
        name, value = parameter["name"], _example(parameter["name"], parameter["schema"], components)
        if parameter["in"] == "path":
            path = path.replace(f"{{{name}}}", str(value))
        elif parameter["in"] == "query" and parameter.get("required"):
            asked.append(f"{name}={value}")
    return f"{path}?{'&'.join(asked)}" if asked else path


def _body(method: str, operation: Schema, components: Mapping[str, Schema]) -> Iterator[str]:
    contents: Mapping[str, Schema] = operation.get("requestBody", {}).get("content", {})
    if not contents:
        return
    media, content = next(iter(contents.items()))
    schema = components[named(content["schema"])] if named(content["schema"]) else content["schema"]
    needed = schema.get("required", [])
    sent = needed or (list(schema.get("properties", {}))[:1] if method == "patch" else [])
    if not sent and "properties" in schema:
        return
    yield f"-H {shlex.quote(f'Content-Type: {media}')}"
    try:
        body = {name: _example(name, schema["properties"][name], components) for name in sent}
    except NotDerivable:
        body = {}
    yield f"--data {shlex.quote(json.dumps(body, ensure_ascii=False))}" if body else "--data-binary @body.json"


def _example(name: str, schema: Schema, components: Mapping[str, Schema], deep: int = 0) -> Any:
    """A value that the schema takes. Raises NotDerivable where the schema says nothing."""
    if deep > DEEPEST:
        raise NotDerivable(name)
    if inner := named(schema):
        return _example(name, components[inner], components, deep + 1)
    if parts := [*schema.get("allOf", ()), *schema.get("oneOf", ())]:
        return _example(name, parts[0], components, deep + 1)
    if "enum" in schema:
        return schema["enum"][0]
    kinds = schema.get("type", "")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    match kind:
        case "string":
            return FORMATS.get(schema.get("format", ""), _stand_in(name)[: schema.get("maxLength")])
        case "integer" | "number":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return True
        case "array":
            count = max(1, schema.get("minItems", 1))
            return [_example(_singular(name), schema.get("items", {}), components, deep + 1)] * count
        case "object" if "properties" in schema:
            properties = schema["properties"]
            return {each: _example(each, properties[each], components, deep + 1) for each in schema.get("required", ())}
    raise NotDerivable(name)


def _stand_in(name: str) -> str:
    return name.upper().replace("-", "_")


def _singular(name: str) -> str:
    return f"{name.removesuffix('ies')}y" if name.endswith("ies") else name.removesuffix("s")
