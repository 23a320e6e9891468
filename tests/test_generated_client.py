"""A client that openapi-python-client makes from the OpenAPI document reads every answer of the API to a GET."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from magistrar_site.shared.api.openapi import operations
from ratings.services.ratings import ratings_refresh
from tests.test_hostile_pages import Scene
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]
# What the scene has nothing of: a bracket, groups and a stage after them, series, a club's edition, an event's end, a
# pairing that waits; and what is a file.
NOT_READ = (
    *("bracket", "edition", "event_final", "fixture", "groups", "ladder", "next_stage", "own_ladder", "player_series"),
    "player_merge_preview",
    "round_pairing",
    *(
        "league_division_fixtures",
        "league_division_table",
        "league_season_bundle",
        "series",
        "event_bundle",
        "public_bundle",
        "trf_report",
        "league_season_public_bundle",
        "webhook",
        "webhook_deliveries",
    ),
)


@pytest.fixture(scope="module")
def client_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the package that was made, which can be imported."""
    folder = tmp_path_factory.mktemp("generated")
    document, options = folder / "openapi.json", folder / "options.yaml"
    call_command("spectacular", format="openapi-json", file=str(document))
    options.write_text("post_hooks: []\n")
    tool = Path(sys.executable).with_name("openapi-python-client")
    made = [tool, "generate", "--path", document, "--meta", "none", "--config", options, "--fail-on-warning"]
    outcome = subprocess.run(
        [*made, "--output-path", folder / "magistrar_client"], capture_output=True, text=True, check=False
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    sys.path.insert(0, str(folder))
    yield "magistrar_client"
    sys.path.remove(str(folder))


def modules(package: str) -> dict[str, Any]:
    """The made functions of each operation, by its name."""
    folder = Path(importlib.import_module(package).__file__ or "").parent / "api"
    return {
        path.stem.rstrip("_"): importlib.import_module(f"{package}.api.{path.parent.name}.{path.stem}")
        for path in folder.glob("*/*.py")
        if path.stem != "__init__"
    }


def answer(client: APIClient, path: str, keys: list[dict[str, str]]) -> Any:
    """The first answer that there is, for what the scene has."""
    for values in keys:
        response = client.get(path.format_map(values))
        if response.status_code == 200:
            return response
    return None


class Anything(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "1"


def test_generated_client_reads_every_answer(client_package: str) -> None:
    scene = Scene()
    standings_refresh(event_key=scene.event.key)
    ratings_refresh(pool_key=scene.event.pool)
    organiser = APIClient()
    organiser.force_login(scene.evening.user)
    players = [entry.player.key for entry in scene.event.entries.select_related("player")]
    things = scene.keys()
    keys = [Anything({**values, "player": player}) for values in things for player in players[:2]]
    document = importlib.import_module("drf_spectacular.generators").SchemaGenerator().get_schema(public=True)
    made, unread = modules(client_package), []

    for path, method, operation in operations(document):
        if method != "get":
            continue
        response = answer(organiser, path, keys)
        if response is None or response["Content-Type"] != "application/json" or response.streaming:
            unread.append(operation["operationId"])
            continue
        received = httpx.Response(200, content=response.content, headers={"Content-Type": "application/json"})
        parsed = made[operation["operationId"]]._parse_response(client=None, response=received)
        if hasattr(parsed, "to_dict"):
            assert parsed.to_dict().keys() == response.json().keys(), operation["operationId"]

    assert " ".join(sorted(unread)) == " ".join(sorted(NOT_READ))
