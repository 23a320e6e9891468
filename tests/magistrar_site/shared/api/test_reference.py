"""The reference page, made from the real OpenAPI document."""

from __future__ import annotations

import gzip
import json
import shlex
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # has no types of its own
from rest_framework.test import APIClient

from magistrar_site.accounts.models import User
from magistrar_site.shared.api.openapi import named, operations
from magistrar_site.shared.api.reference import Choice, Field, Operation, Reference, field_of, reference_of, type_of
from magistrar_site.shared.api.schema import REFUSALS

DOCS = "/api/v1/docs/"
MOST_BYTES = 80 * 1024  # of the page itself, compressed; styles and scripts of the site come on top
# What a JSON schema may say here: each of these is shown. Another one needs a place on the page.
SHOWN_KEYWORDS = {
    "$ref",
    "additionalProperties",
    "allOf",
    "default",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "pattern",
    "properties",
    "readOnly",
    "required",
    "type",
}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


@pytest.fixture(scope="module")
def reference(document: dict[str, Any]) -> Reference:
    return reference_of(document, site="https://magistrar.example")


class Anchors(HTMLParser):
    """A page's ids and the ids that it links to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.wanted: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id":
                self.ids.append(str(value))
            if name == "href" and str(value).startswith("#"):
                self.wanted.add(str(value)[1:])


def page(language: str = "en") -> str:
    return Client(headers={"accept-language": language}).get(DOCS).content.decode()


def all_operations(reference: Reference) -> list[Operation]:
    return [operation for group in reference.groups for operation in group.operations]


def test_reference_has_every_operation_and_every_component(document: dict[str, Any], reference: Reference) -> None:
    shown = [(each.path, each.method.lower(), each.name) for each in all_operations(reference)]

    assert sorted(shown) == sorted((path, method, each["operationId"]) for path, method, each in operations(document))
    assert len(shown) == sum(len(item) for item in document["paths"].values())
    assert [shape.name for shape in reference.shapes] == sorted(document["components"]["schemas"])
    assert [scheme.name for scheme in reference.schemes] == list(document["components"]["securitySchemes"])


def test_reference_has_every_field(document: dict[str, Any], reference: Reference) -> None:
    for shape in reference.shapes:
        schema = document["components"]["schemas"][shape.name]
        assert [field.name for field in shape.fields] == list(schema.get("properties", {})), shape.name


def test_document_says_nothing_that_the_page_leaves_out(document: dict[str, Any]) -> None:
    found: set[str] = set()

    def look(schema: dict[str, Any]) -> None:
        found.update(schema)
        inner = [*schema.get("properties", {}).values(), *schema.get("allOf", []), *schema.get("oneOf", [])]
        inner += [schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)]
        for each in inner:
            look(each)

    for component in document["components"]["schemas"].values():
        look(component)
    for _path, _method, operation in operations(document):
        for parameter in operation.get("parameters", []):
            look(parameter["schema"])

    assert found - SHOWN_KEYWORDS == set()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_page_has_every_anchor_once_and_every_link_a_target(reference: Reference, language: str) -> None:
    anchors = Anchors(page(language))

    assert len(anchors.ids) == len(set(anchors.ids))
    assert anchors.wanted - set(anchors.ids) == set()
    assert {f"operation-{each.name}" for each in all_operations(reference)} <= set(anchors.ids)
    assert {f"shape-{shape.name}" for shape in reference.shapes} <= set(anchors.ids)
    with translation.override(language):
        says_so = "<p>" + gettext("Operations and their members are described in English.")
    assert (says_so in page(language)) == (language != "en")


def test_page_is_light() -> None:
    assert len(gzip.compress(page().encode(), 6)) < MOST_BYTES


def body_of(curl: str) -> Any:
    """What the command sends as JSON; None where it sends nothing, or a file."""
    words = shlex.split(curl)
    return json.loads(words[words.index("--data") + 1]) if "--data" in words else None


def test_example_bodies_are_what_the_schema_takes(document: dict[str, Any], reference: Reference) -> None:
    by_name = {operation["operationId"]: operation for _path, _method, operation in operations(document)}
    with_body = [each for each in all_operations(reference) if body_of(each.curl) is not None]
    assert len(with_body) > 15

    for each in with_body:
        schema = by_name[each.name]["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator({**schema, "components": document["components"]}).validate(body_of(each.curl))
        assert named(schema), each.name


def test_example_shows_a_token_where_one_is_needed(reference: Reference) -> None:
    for each in all_operations(reference):
        takes_token = not each.access.schemes or "token" in each.access.schemes
        assert bool(each.curl) == takes_token, each.name
        assert ("Authorization: Token" in each.curl) == (takes_token and not each.access.is_public), each.name


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "array", "items": {"$ref": "#/components/schemas/Club"}}, "Club[]"),
        ({"type": ["string", "null"], "format": "date"}, "string (date) | null"),
        ({"type": ["array", "null"], "items": {"type": ["integer", "null"]}}, "(integer | null)[] | null"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "{…: string}"),
        ({"oneOf": [{"$ref": "#/components/schemas/Side"}, {"type": "null"}]}, "Side | null"),
        ({"enum": ["", 1, None]}, '"" | 1 | null'),
        ({}, "any"),
    ],
)
def test_type_is_written(schema: dict[str, Any], written: str) -> None:
    assert "".join(piece.text for piece in type_of(schema)) == written


def test_values_carry_what_they_mean() -> None:
    schema = {
        "type": "string",
        "enum": ["own", "other_one"],
        "description": "Whose.\n\n* `own` - one's own\n* `other_one` - other one",
    }
    field: Field = field_of("whose", schema, place="query", is_required=False)

    assert field.text == "Whose."
    assert field.choices == (Choice('"own"', "one's own"), Choice('"other_one"', ""))
    assert "".join(piece.text for piece in field.type) == "string"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "address", "sent", "status", "code"),
    [
        ("post", "clubs/", {"data": "{", "content_type": "application/json"}, 400, "parse_error"),
        ("post", "clubs/", {"data": "{}", "content_type": "application/json"}, 400, "invalid"),
        ("post", "clubs/", {"data": "a", "content_type": "text/plain"}, 415, "unsupported_media_type"),
        ("get", "nowhere/", {}, 404, "not_found"),
        ("delete", "clubs/", {}, 405, "method_not_allowed"),
        ("get", "clubs/", {"headers": {"authorization": "Bearer x"}}, 401, "unknown_scheme"),
    ],
)
def test_general_refusals_are_those_that_the_page_names(
    method: str, address: str, sent: dict[str, Any], status: int, code: str
) -> None:
    client = APIClient()
    if "headers" not in sent:
        client.force_authenticate(User.objects.create_user("anna@example.org", "a long password"))

    response = getattr(client, method)(f"/api/v1/{address}", **sent)

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert code in REFUSALS[status][1]


def test_writing_without_saying_who_is_refused_as_the_page_says() -> None:
    response = APIClient().post("/api/v1/clubs/", {}, format="json")

    assert response.json()["code"] in REFUSALS[response.status_code][1]
