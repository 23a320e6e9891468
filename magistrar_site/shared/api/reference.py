"""The OpenAPI document as the API's reference page shows it: values in, values out.

Reads what drf-spectacular writes (OpenAPI 3.1, JSON Schema 2020-12). A type is written as TypeScript would: `Club[]`,
`string | null`, `{…: string}`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from magistrar_site.shared.api.openapi import Schema, named, operations
from magistrar_site.shared.api.reference_curl import curl_of

UNTAGGED = "start"  # the group of what has no tag: where everything starts
CHOICE = re.compile(r"^\* `(?P<value>.*)` - (?P<meaning>.*)$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a type as it is written; `shape` names the component that it stands for."""

    text: str
    shape: str = ""


Type = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that are taken; `meaning` is empty where the value says it itself."""

    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds a value, each like "1-60", "≥ 1", "≤ 60", or empty."""

    value: str = ""
    length: str = ""
    items: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a shape or, with a `place` (path, query or header), a parameter. `default` is JSON, or empty."""

    name: str
    place: str
    type: Type
    is_required: bool
    is_read_only: bool
    limits: Limits
    default: str
    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """A body of one media type."""

    media: str
    type: Type


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that isn't a refusal; without contents it has no body."""

    status: str
    text: str
    contents: tuple[Content, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """Who may: anybody, or who shows one of the `schemes`; a token needs the `scope` in any case."""

    is_public: bool
    schemes: tuple[str, ...]
    scope: str


@dataclass(frozen=True, slots=True)
class Operation:
    """What can be done at an address. `fields` are those of the body, where it is a shape; `limit` names a rate limit
    other than the usual."""

    name: str
    method: str
    path: str
    text: str
    access: Access
    parameters: tuple[Field, ...]
    bodies: tuple[Content, ...]
    is_body_required: bool
    fields: tuple[Field, ...]
    answers: tuple[Answer, ...]
    limit: str
    curl: str


@dataclass(frozen=True, slots=True)
class Group:
    """The operations with one tag, in the order of their addresses."""

    tag: str
    operations: tuple[Operation, ...]

    @property
    def title(self) -> str:
        return self.tag.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class Shape:
    """A component: an object with fields, or one of several values."""

    name: str
    text: str
    type: Type
    fields: tuple[Field, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to say who is asking."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """The whole document."""

    text: str
    schemes: tuple[Scheme, ...]
    groups: tuple[Group, ...]
    shapes: tuple[Shape, ...]


def reference_of(document: Schema, *, site: str) -> Reference:
    """The document as it is shown, with examples for the site at this address. KeyError for one that isn't an OpenAPI
    document."""
    components = document["components"]
    schemes = components.get("securitySchemes", {})
    return Reference(
        text=document["info"].get("description", ""),
        schemes=tuple(Scheme(name, scheme.get("description", "")) for name, scheme in schemes.items()),
        groups=tuple(_groups(document, site)),
        shapes=tuple(shape_of(name, components["schemas"][name]) for name in sorted(components["schemas"])),
    )


def _groups(document: Schema, site: str) -> Iterator[Group]:
    components = document["components"]["schemas"]
    by_tag: dict[str, list[Operation]] = {}
    for path, method, operation in operations(document):
        tag = operation.get("tags", [UNTAGGED])[0]
        by_tag.setdefault(tag, []).append(operation_of(path, method, operation, components, site))
    for tag, found in by_tag.items():
        yield Group(tag, tuple(found))


def operation_of(path: str, method: str, operation: Schema, components: Mapping[str, Schema], site: str) -> Operation:
    body = operation.get("requestBody", {})
    bodies = body.get("content", {})
    return Operation(
        name=operation["operationId"],
        method=method.upper(),
        path=path,
        text=operation.get("description", ""),
        access=_access(operation.get("security")),
        parameters=tuple(_parameters(operation.get("parameters", []))),
        bodies=tuple(_contents(bodies)),
        is_body_required=body.get("required", False),
        fields=tuple(_body_fields(bodies, components)),
        answers=tuple(_answers(operation["responses"])),
        limit=operation.get("x-rate-limit", ""),
        curl=curl_of(path, method, operation, components=components, site=site),
    )


def _access(security: Sequence[Mapping[str, list[str]]] | None) -> Access:
    """OpenAPI 3.1: one of the requirements is enough, an empty one asks for nothing, and none at all likewise."""
    if not security:
        return Access(is_public=True, schemes=(), scope="")
    scopes = [scope for requirement in security for scope in requirement.get("token", [])]
    schemes = tuple(scheme for requirement in security for scheme in requirement)
    return Access(is_public={} in security, schemes=schemes, scope=" ".join(scopes))


def _parameters(parameters: Sequence[Schema]) -> Iterator[Field]:
    """Those of the path first, then what is needed, then the rest by name."""
    places = ("path", "header", "query")
    in_order = sorted(parameters, key=lambda each: (places.index(each["in"]), not each.get("required"), each["name"]))
    for parameter in in_order:
        described = {**parameter["schema"], "description": parameter.get("description", "")}
        yield field_of(
            parameter["name"], described, place=parameter["in"], is_required=parameter.get("required", False)
        )


def _contents(contents: Mapping[str, Schema]) -> Iterator[Content]:
    for media, content in contents.items():
        yield Content(media, tuple(type_of(content["schema"])))


def _body_fields(bodies: Mapping[str, Schema], components: Mapping[str, Schema]) -> Iterator[Field]:
    for content in bodies.values():
        name = named(content["schema"])
        if name:
            yield from fields_of(components[name])
            return


def _answers(responses: Mapping[str, Schema]) -> Iterator[Answer]:
    for status, response in sorted(responses.items()):
        if status != "default":
            yield Answer(status, response.get("description", ""), tuple(_contents(response.get("content", {}))))


def shape_of(name: str, schema: Schema) -> Shape:
    text, choices = described(schema)
    type_ = () if "properties" in schema else tuple(type_of({**schema, "enum": []} if choices else schema))
    return Shape(name, text, type_, tuple(fields_of(schema)), choices)


def fields_of(schema: Schema, prefix: str = "") -> Iterator[Field]:
    """The members of an object, those of an object within it after it, by their path: "club.name"."""
    required = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        yield field_of(prefix + name, inner, place="", is_required=name in required)
        yield from fields_of(inner, f"{prefix}{name}.")


def field_of(name: str, schema: Schema, *, place: str, is_required: bool) -> Field:
    text, choices = described(schema)
    return Field(
        name=name,
        place=place,
        type=tuple(type_of({**schema, "enum": []} if choices else schema)),
        is_required=is_required,
        is_read_only=schema.get("readOnly", False),
        limits=Limits(
            value=_between(schema.get("minimum"), schema.get("maximum")),
            length=_between(schema.get("minLength"), schema.get("maxLength")),
            items=_between(schema.get("minItems"), schema.get("maxItems")),
            pattern=schema.get("pattern", ""),
        ),
        default=json.dumps(schema["default"], ensure_ascii=False) if "default" in schema else "",
        text=text,
        choices=choices,
    )


def _between(least: int | None, most: int | None) -> str:
    if least is None or most is None:
        return f"≥ {least}" if least is not None else f"≤ {most}" if most is not None else ""
    return str(least) if least == most else f"{least}–{most}"


def described(schema: Schema) -> tuple[str, tuple[Choice, ...]]:
    """What the schema says of itself, and the values that it takes. drf-spectacular writes what they mean as a list
    into the description. A value that belongs to a component which is only referred to is described there."""
    lines = schema.get("description", "").split("\n")
    meanings = {found["value"]: found["meaning"] for line in lines if (found := CHOICE.match(line))}
    text = "\n".join(line for line in lines if not CHOICE.match(line)).strip()
    return text, tuple(
        Choice(_written(value), _unless_same(str(value), meanings.get(str(value), "")))
        for value in schema.get("enum", ())
    )


def _unless_same(value: str, meaning: str) -> str:
    return "" if meaning.strip() in ("", value, value.replace("_", " ")) else meaning


def _written(value: object) -> str:
    """A value as it is written in JSON."""
    return json.dumps(value, ensure_ascii=False)


def type_of(schema: Schema) -> Iterator[Piece]:
    """The schema's type in pieces."""
    if name := named(schema):
        yield Piece(name, shape=name)
    elif schema.get("enum"):
        yield Piece(" | ".join(map(_written, schema["enum"])))
    elif parts := [*schema.get("allOf", ()), *schema.get("oneOf", ())]:
        yield from _joined([tuple(type_of(part)) for part in parts])
    else:
        kinds = schema.get("type", "any")
        yield from _joined([tuple(_plain(kind, schema)) for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def _joined(types: Sequence[Type]) -> Iterator[Piece]:
    for index, pieces in enumerate(types):
        if index:
            yield Piece(" | ")
        yield from pieces


def _plain(kind: str, schema: Schema) -> Iterator[Piece]:
    match kind:
        case "array":
            inner = tuple(type_of(schema.get("items", {})))
            is_single = len(inner) == 1 and " | " not in inner[0].text
            yield from inner if is_single else (Piece("("), *inner, Piece(")"))
            yield Piece("[]")
        case "object" if "properties" not in schema:
            inner = tuple(type_of(schema.get("additionalProperties") or {}))
            yield from (Piece("{…: "), *inner, Piece("}"))
        case "string" if "format" in schema:
            yield Piece(f"string ({schema['format']})")
        case _:
            yield Piece(kind)
