from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator
from openapi_spec_validator import OpenAPIV31SpecValidator
from rest_framework.test import APIClient

from magistrar_site.shared.api.root import RootView
from magistrar_site.shared.api.views import Deprecated

SCHEMA = "/api/v1/schema/"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(APIClient().get(SCHEMA, {"format": "json"}).content)
    return document


@pytest.mark.slow
def test_schema_is_valid_openapi_3_1(schema: dict[str, Any]) -> None:
    """Every default too fits its own schema."""
    found = [error.message for error in OpenAPIV31SpecValidator(schema).iter_errors()]

    assert schema["openapi"] == "3.1.0"
    assert found == []


def test_filter_left_empty_is_one_left_out(schema: dict[str, Any]) -> None:
    parameters = {
        parameter["name"]: parameter["schema"]
        for path in ("/api/v1/clubs/{slug}/grand-mage/", "/api/v1/pools/{key}/leaderboard/")
        for parameter in schema["paths"][path]["get"]["parameters"]
    }

    assert parameters["season"] == {"type": "string", "default": "", "maxLength": 60}
    assert parameters["club"] == {"type": "string", "default": "", "maxLength": 60}


def addresses(patterns: list[URLPattern | URLResolver]) -> list[str]:
    found: list[str] = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns)
        elif pattern.name not in {"schema", "reference", "no_such_address"}:
            found.append(str(pattern.pattern))
    return found


def test_schema_names_every_address(schema: dict[str, Any]) -> None:
    (api,) = [each for each in get_resolver().url_patterns if str(each.pattern) == "api/v1/"]
    assert isinstance(api, URLResolver)

    assert len(schema["paths"]) == len(addresses(api.url_patterns))


def test_every_operation_says_how_it_refuses(schema: dict[str, Any]) -> None:
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    references = {
        operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"] for operation in operations
    }

    assert references == {"#/components/schemas/Error"}
    assert schema["components"]["schemas"]["Error"]["required"] == ["code", "message", "fields"]


def test_reading_needs_no_token_and_writing_does(schema: dict[str, Any]) -> None:
    events = schema["paths"]["/api/v1/events/"]

    assert {} in events["get"]["security"]
    assert {} not in events["post"]["security"]
    assert "security" not in schema["paths"]["/api/v1/games/check/"]["post"]
    assert schema["paths"]["/api/v1/tokens/"]["get"]["security"] == [{"session": []}]


def test_every_way_of_asking_says_what_it_needs(schema: dict[str, Any]) -> None:
    paths = schema["paths"]

    assert paths["/api/v1/events/"]["post"]["security"] == [{"token": ["organise"]}, {"session": []}]
    assert paths["/api/v1/games/{key}/submissions/"]["post"]["security"] == [
        {"token": ["submit"]},
        {"link": []},
        {"session": []},
    ]
    assert paths["/api/v1/games/{key}/submissions/"]["post"]["x-rate-limit"] == "submission"


@pytest.mark.django_db
def test_view_that_shall_go_says_since_when_and_until_when(monkeypatch: pytest.MonkeyPatch) -> None:
    since, until = datetime(2027, 1, 1, tzinfo=UTC), datetime(2028, 2, 1, tzinfo=UTC)
    monkeypatch.setattr(RootView, "deprecated", Deprecated(since, until))
    response = APIClient().get("/api/v1/")
    document = SchemaGenerator().get_schema(request=None, public=True)

    assert (response["Deprecation"], response["Sunset"]) == ("@1798761600", "Tue, 01 Feb 2028 00:00:00 GMT")
    assert document["paths"]["/api/v1/"]["get"]["deprecated"] is True
    assert [path for path, item in document["paths"].items() for each in item.values() if each.get("deprecated")] == [
        "/api/v1/"
    ]
