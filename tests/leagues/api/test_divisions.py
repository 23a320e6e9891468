"""The table and the fixtures of a division under the API."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.selectors.seasons import divisions_of
from tests.leagues.league_evening import LeagueEvening
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


def test_division_table_is_json_and_csv_and_its_fixtures_tell_no_place() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    event = divisions_of(season)[0].event
    assert event is not None
    standings_refresh(event_key=event.key)
    league = season.league
    at = f"/api/v1/leagues/{league.club.slug}/{league.slug}/seasons/{season.number}/divisions/1/"
    table = Client().get(f"{at}table/").json()
    assert (table["division"], table["event"], len(table["rows"])) == (1, event.slug, 4)
    assert {row["zone"] for row in table["rows"]} == {None}  # nothing is played yet
    text = Client().get(f"{at}table/?format=csv").content.decode()
    assert text.lstrip("\ufeff").startswith("rank,player,name,points")
    fixtures = Client().get(f"{at}fixtures/").json()
    assert len(fixtures) == 6
    assert set(fixtures[0]) == {
        "match",
        "matchday",
        "opens_at",
        "closes_at",
        "agreed_at",
        "has_place",
        "is_open",
        "players",
    }
    assert Client().get(at.replace("divisions/1", "divisions/7") + "table/").status_code == 404
