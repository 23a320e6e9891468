"""A season is run by the API alone."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leagues.models import SeasonEntry
from leagues.services.bundle.verifying import season_verify
from magistrar_site.accounts.services.links import link_token
from tests.leagues.league_evening import SMALL, LeagueEvening
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


class Api:
    """The API of a league, as its organiser's browser asks it."""

    def __init__(self, evening: LeagueEvening) -> None:
        self.client: Client = evening.browser()
        self.base = f"/api/v1/leagues/{evening.club.slug}/{evening.league.slug}/"

    def get(self, path: str) -> Any:
        response = self.client.get(self.base + path)
        assert response.status_code == 200, response.content
        return response.json()

    def send(self, method: str, path: str, data: dict[str, Any], status: int = 200) -> Any:
        response = getattr(self.client, method)(self.base + path, data, content_type="application/json")
        assert response.status_code == status, response.content
        return response.json() if response.content else None


def test_season_is_planned_placed_and_started() -> None:
    evening = LeagueEvening()
    api = Api(evening)
    to_come = (timezone.now() + timedelta(days=7)).date().isoformat()
    settings = {**SMALL, "first_day": to_come}
    planned = api.send("post", "seasons/", {"settings": settings, "name": "Spring"}, 201)
    assert (planned["number"], planned["state"], planned["settings"]["target"]) == (1, "planned", 4)
    api.send("post", "seasons/1/steps/open/", {})
    names = "\n".join(f"Spieler {number}" for number in range(8))
    assert len(api.send("post", "seasons/1/entries/", {"names": names}, 201)) == 8
    entry = api.get("seasons/1/entries/")["results"][0]
    plan = api.get("seasons/1/plan/")
    assert [len(division["players"]) for division in plan["divisions"]] == [4, 4]
    moved = {"moved_to": 2, "why": "Asked.", "seen": plan["seen"]}
    assert api.send("patch", f"seasons/1/entries/{entry['key']}/", moved)["moved_to"] == 2
    stale = api.send("post", "seasons/1/steps/place/", {"seen": plan["seen"]}, 409)
    assert stale["code"] == "stale"
    placed = api.send("post", "seasons/1/steps/place/", {"seen": api.get("seasons/1/plan/")["seen"]})
    assert placed["state"] == "placed"
    assert api.send("post", "seasons/1/steps/start/", {})["state"] == "running"
    days = api.get("seasons/1/matchdays/")["results"]
    moved_days = api.send(
        "put",
        "seasons/1/matchdays/1/",
        {"starts_at": days[0]["starts_at"], "ends_at": days[1]["ends_at"], "why": "Holidays."},
    )
    assert moved_days[0]["ends_at"] == days[1]["ends_at"]
    divisions = api.get("seasons/1/divisions/")["results"]
    assert all(division["event"] for division in divisions)
    assert api.get("seasons/1/deciders/")["results"] == []
    assert api.send("post", "seasons/1/steps/closing/", {}, 409)["code"] == "games_open"
    assert Client().get(f"{api.base}seasons/1/entries/").status_code in {401, 403}


def test_player_answers_with_the_token_of_the_personal_link() -> None:
    evening = LeagueEvening()
    season = evening.opened(("Anna",))
    entry = SeasonEntry.objects.get(season=season)
    path = f"{Api(evening).base}seasons/1/entries/{entry.key}/answer/"
    refused = Client().put(path, {"answer": "no"}, content_type="application/json")
    assert refused.status_code in {401, 403}
    answered = Client().put(
        path,
        {"answer": "no"},
        content_type="application/json",
        headers={"Authorization": f"Link {link_token(subject=entry.key)}"},
    )
    assert (answered.status_code, answered.json()["answer"]) == (200, "no")


def test_closed_season_is_corrected_after_a_preview() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    api = Api(evening)
    honours = api.get("seasons/1/honours/")["results"]
    assert {honour["kind"] for honour in honours} == {"champion", "promoted", "relegated"}
    player = honours[0]["player"]["key"]
    assert Client().get(f"/api/v1/players/{player}/honours/").json()["count"] >= 1
    event = season.divisions.get(number=1).event
    assert event is not None
    game = event.stages.get().rounds.earliest("number").matches.earliest("table").games.get().game
    said = {"game": game.key, "kind": "bare", "placing": "1=2", "preview": True}
    api.send("post", "seasons/1/corrections/", said)
    assert api.send("post", "seasons/1/corrections/", {**said, "preview": False}, 422)["code"] == "reason_missing"


def test_player_leaves_and_a_reserve_takes_over() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    api = Api(evening)
    (rita,) = api.send("post", "seasons/1/entries/", {"names": "Rita", "is_reserve": True}, 201)
    entry = season.entries.get(division__number=1, place=1)
    path = f"seasons/1/entries/{entry.key}/"
    assert api.send("post", f"{path}take-over/", {"reserve": rita["key"], "why": ""}, 400)
    api.send("post", f"{path}leave/", {})
    assert Entry.objects.get(key=entry.event_entry).state == "withdrawn"
    went_on = api.send("post", f"{path}take-over/", {"reserve": rita["key"], "why": "Moved."})
    assert (went_on["key"], went_on["division"], went_on["took_over"]) == (rita["key"], 1, entry.key)
    assert api.send("post", f"{path}leave/", {}, 409)["code"] == "not_placed"
    stranger = Client().post(f"{api.base}{path}leave/", {}, content_type="application/json")
    assert stranger.status_code in {401, 403}


def test_bundle_for_staff_has_names_and_the_public_one_has_none() -> None:
    evening = LeagueEvening()
    evening.running(4)
    api = Api(evening)
    whole = api.client.get(f"{api.base}seasons/1/bundle/")
    public = Client().get(f"{api.base}seasons/1/public-bundle/")
    for response in (whole, public):
        assert (response.status_code, response["Content-Type"]) == (200, "application/octet-stream")
        assert season_verify(data=response.content).holds
    assert b"Spieler 01" in unpacked(whole.content)
    assert b"Spieler 01" not in unpacked(public.content)
    assert Client().get(f"{api.base}seasons/1/bundle/").status_code in {401, 403}
    reader = evening.browser(evening.account("reader@example.org"))
    assert reader.get(f"{api.base}seasons/1/bundle/").status_code == 403


def unpacked(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())
