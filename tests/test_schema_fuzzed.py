"""Schemathesis asks every operation of the schema for what the schema allows, and for what it doesn't: nothing fails
with 5xx, and every answer is one that the schema describes.

Keys in addresses are those of an evening that runs, so that more than the first line of each operation is reached; an
organiser asks. Whatever an example does is undone after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings  # noqa: TID251 # few of each of 258 operations, always the same
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from magistrar_site.accounts.services.tokens import token_create
from magistrar_site.wsgi import application
from ratings.services.ratings import ratings_refresh
from tests.evening import entry_at
from tests.test_hostile_pages import Scene
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]

EXAMPLES = 3  # of each operation, of what the schema allows and again of what it doesn't
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Whoever asks for one of these a second time is somebody else by then, or nobody.
LEFT_OUT = frozenset({"schema_retrieve"})


def operations(schema: Any) -> list[Any]:
    found = [each.ok() for each in schema.get_all_operations()]
    return [each for each in found if each.definition.raw.get("operationId") not in LEFT_OUT]


def keys_of(path: str, scene: Scene) -> dict[str, str]:
    """The values of an address's parts that lead to something that there is."""
    match, entry = scene.matches[0], entry_at(scene.matches[0], 0)
    keys = {
        "entries": entry.key,
        "players": entry.player.key,
        "games": match.games.get().game.key,
        "submissions": scene.submission.key,
        "matches": match.key,
        "pools": scene.event.pool,
        "season-entries": scene.season_entry.key,
    }
    of_club, of_league = {"slug": scene.evening.club.slug}, {"club": scene.evening.club.slug, "slug": scene.league.slug}
    slugs = {"clubs": of_club, "leagues": of_league, "events": {"slug": scene.event.slug}}
    group = path.removeprefix("/api/v1/").split("/")[0]
    key = {"key": keys[group]} if group in keys else {}
    return {"number": "1", "player": entry.player.key, **key, **slugs.get(group, {})}


def failures_of(operation: Any, mode: GenerationMode, keys: dict[str, str], headers: dict[str, str]) -> list[str]:
    """What is wrong with the operation's answers: one finding for each kind."""
    found: dict[str, str] = {}

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = keys.get(name, case.path_parameters[name])
        undone = transaction.atomic()
        undone.__enter__()
        try:
            response = case.call(app=application, headers=headers)
            case.validate_response(response, checks=CHECKS)
        except BaseExceptionGroup as group:
            for failure in group.exceptions:
                first = f"{response.status_code} {type(failure).__name__}: {str(failure)[:600]}"
                found.setdefault(type(failure).__name__, first)
        finally:
            transaction.set_rollback(True)
            undone.__exit__(None, None, None)

    with suppress(Unsatisfiable):  # some operations take nothing that could be wrong
        ask()
    return [f"{operation.label} ({mode.value}): {each}" for each in found.values()]


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests of a real server begin and end with the database's connection; here all happen in one transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_no_operation_fails_and_every_answer_is_as_the_schema_says(settings: Any, one_connection: None) -> None:
    scene = Scene()
    settings.VERSION_SECONDS = 0
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
    standings_refresh(event_key=scene.event.key)
    ratings_refresh(pool_key=scene.event.pool)
    scopes = ["read", "submit", "organise"]
    _token, secret = token_create(act=scene.evening.act(), user=scene.evening.user, name="fuzz", scopes=scopes)
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    headers = {"Authorization": f"Token {secret}", "Accept-Encoding": "identity"}
    found: list[str] = []

    for operation in operations(schema):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            keys = keys_of(operation.path, scene)
            found += failures_of(operation, mode, keys, headers)

    assert "\n".join(found) == ""
