"""Every operation of the schema, with values that nobody means: refused or answered, never a bug."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from tests.extent import sampled
from tests.tournaments.api.evening import API, Evening, game_of, sheet_bytes, submit
from tournaments.models import Event

HOSTILE: list[Any] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "x" * 10_000,
    "\x00",
    "\ud800",
    "🧙" * 90,
    "'; DROP TABLE games_game; --",
    "../../etc/passwd",
    [],
    [[]],
    {},
    {"": {"": []}},
]
# Databases differ in what they make of these alone: the rest is sent on one of them.
STRANGE: list[Any] = [10**30, "x" * 10_000, "\x00", "\ud800", "🧙" * 90]
SEGMENTS = [
    *(pytest.param(segment, marks=pytest.mark.one_database) for segment in ("none", "0", "-", "a%2Fb")),
    *("_" * 300, "%00", "%F0%9F%A7%99", "9" * 40),
]


def hostile() -> list[Any]:
    return STRANGE if connection.vendor == "postgresql" else HOSTILE


@dataclass(frozen=True)
class Operation:
    """An operation of the schema. `query` names its parameters, `members` what its body holds."""

    method: str
    address: str
    query: list[str]
    members: list[str]
    required: frozenset[str]

    def bodies(self, values: list[Any]) -> Iterator[Any]:
        """Each value as the body, in all its members, and in each of them: alone, where the body is whole with that
        one member; otherwise what comes alone is stopped at those that are missing, and so each member has another
        value, in turn."""
        alone = [name for name in self.members if self.required <= {name}]
        yield from values
        yield from ({name: value} for name in alone for value in values)
        if len(self.members) > 1:
            yield from (dict.fromkeys(self.members, value) for value in values)
        if len(alone) < len(self.members):
            for turn in range(len(values)):
                yield {name: values[(place + turn) % len(values)] for place, name in enumerate(self.members)}


def operations(schema: dict[str, Any]) -> Iterator[Operation]:
    for address, methods in schema["paths"].items():
        for method, operation in methods.items():
            query = [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"]
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            reference = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            body = schema["components"]["schemas"].get(reference, {})
            members, required = list(body.get("properties", {})), frozenset(body.get("required", []))
            yield Operation(method, address, query, members, required)


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(APIClient().get(f"{API}/schema/", {"format": "json"}).content)
    return document


def send(client: APIClient, method: str, address: str, body: Any) -> int:
    raw = json.dumps(body).encode()
    headers = {"idempotency-key": "x"}
    response = client.generic(method.upper(), address, raw, content_type="application/json", headers=headers)  # type: ignore[arg-type] # takes bytes too
    return int(response.status_code)


def test_no_body_is_a_bug(evening: Evening, schema: dict[str, Any]) -> None:
    match = evening.publish(1)[0]
    key = submit(evening.player(match["seats"][0]), game_of(match), sheet_bytes(1)).json()["key"]
    event = Event.objects.get()
    real = {
        "entries": match["seats"][0]["entry"],
        "games": game_of(match),
        "matches": match["key"],
        "submissions": key,
        "events": event.slug,
        "clubs": event.club.slug,
        "pools": event.pool,
    }
    answered = 0
    for operation in operations(schema):
        address = operation.address
        if operation.method != "post" or address.endswith(("/start/", "/finish/", "/withdraw/")):
            continue
        where = address.replace("{number}", "1").replace("{slug}", real["events"])
        where = where.replace("{key}", real.get(address.split("/")[3], "none"))
        statuses = {send(evening.organiser, "post", where, body) for body in sampled(operation.bodies(hostile()), 3)}
        assert [status for status in statuses if status >= 500] == [], where
        answered += 1
    assert answered > 10


def test_no_query_is_a_bug(evening: Evening, schema: dict[str, Any]) -> None:
    evening.publish(1)
    event = Event.objects.get()
    for operation in operations(schema):
        if operation.method != "get":
            continue
        where = operation.address.replace("{number}", "1").replace("{slug}", event.slug).replace("{key}", event.pool)
        for name in [*operation.query, "format", "unheard"]:
            for value in sampled((value for value in hostile() if isinstance(value, str | int)), 2):
                text = str(value).encode("utf-8", "surrogatepass")
                response = APIClient().get(where, {name: text})
                assert response.status_code < 500, (where, name, value)


@pytest.mark.parametrize("segment", SEGMENTS)
def test_no_address_is_a_bug(organiser: APIClient, schema: dict[str, Any], segment: str) -> None:
    for operation in operations(schema):
        where = operation.address
        for name in ("slug", "key", "prefix", "player", "number"):
            where = where.replace(f"{{{name}}}", segment)
        assert send(organiser, operation.method, where, {}) < 500, (operation.method, where)
