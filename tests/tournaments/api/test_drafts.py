"""Records in progress over the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import DraftPart, Game
from magistrar_site.accounts.services.links import link_token
from tests.evening import Evening, entry_at
from tests.tournaments.api.evening import link_client
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def test_record_in_progress_is_kept_replaced_and_taken_back() -> None:
    evening = Evening()
    match: Match = evening.publish(evening.started(), 1)[0]
    address = f"/api/v1/games/{Game.objects.get(match_game__match=match).key}/recording/"
    white = link_client(link_token(subject=entry_at(match, 0).key))
    first, other = (json.loads(evening.body(match))["duels"][0] for _either in range(2))

    def put(client: APIClient, duel: Any, key: str, query: str = "") -> Any:
        headers = {"Idempotency-Key": key}
        return client.put(f"{address}1/{query}", duel, format="json", headers=headers)

    assert APIClient().get(address).status_code in (401, 403)
    kept = put(white, first, "a")
    assert kept.status_code == 200, kept.json()
    assert [(row["number"], row["version"]) for row in kept.json()["duels"]] == [(1, "a")]
    assert kept.json()["parts"] == kept.json()["duels"]
    assert kept.json()["parts"][0]["part"]["tokens"] == first["tokens"]
    assert put(white, first, "a").json() == kept.json()
    assert (put(white, other, "b").status_code, put(white, other, "b").json()["code"]) == (409, "saved_differently")
    assert put(white, other, "b", "?replaces=a").json()["duels"][0]["duel"]["tokens"] == other["tokens"]
    assert put(white, {"tokens": 1}, "c").json()["code"] == "not_understood"
    assert white.get(address).json()["duels"][0]["version"] == "b"
    assert white.delete(f"{address}1/?version=b").json()["duels"] == []
    assert not DraftPart.objects.exists()
