"""Calendars of leagues and seasons, as a calendar program reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import icalendar
import pytest
from django.core.cache import cache
from django.test import Client

from leagues.models import Season
from leagues.services.seasons.cancel import season_cancel
from leagues.services.seasons.plan import season_plan_next
from tests.leagues.league_evening import LeagueEvening
from tournaments.models import Match
from tournaments.services.fixtures.staff import fixture_time_set
from tournaments.services.rounds.times import Place

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_versions")]


@pytest.fixture
def fresh_versions(settings: Any) -> None:
    settings.VERSION_SECONDS = 0


@pytest.fixture
def versions_last(settings: Any) -> Iterator[None]:
    cache.clear()
    settings.VERSION_SECONDS = 3600
    yield
    cache.clear()


def address(season: Season, *, number: bool, language: str = "en") -> str:
    league = season.league
    place = f"seasons/{season.number}/" if number else ""
    return f"/leagues/{league.club.slug}/{league.slug}/{place}fixtures-{language}.ics"


def items(client: Client, at: str) -> dict[str, icalendar.Event]:
    """By the key of the match."""
    response = client.get(at)
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    found = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    return {str(event["uid"]).partition("@")[0]: event for event in found}


def test_calendar_has_the_fixtures_of_all_divisions_and_follows_them(client: Client) -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    matches = Match.objects.filter(round__stage__event__division__season=season)
    for number in (False, True):
        assert set(items(client, address(season, number=number))) == {match.key for match in matches}
    match, at = matches[0], address(season, number=False)
    before = client.get(at)
    assert client.get(at, headers={"If-None-Match": before["ETag"]}).status_code == 304
    agreed = match.round.starts_at
    fixture_time_set(act=evening.act(), match=match, agreed_at=agreed, place=Place("address", "Hohe Straße 7"))
    after = items(client, at)[match.key]
    assert (after["dtstart"].dt, str(after["description"])) == (agreed, "Place agreed.")
    assert "Hohe Stra" not in client.get(at).content.decode()
    assert "Ort abgemacht" in client.get(address(season, number=False, language="de")).content.decode()
    season_cancel(act=evening.act(why="No hall."), season=season)
    assert {str(item["status"]) for item in items(client, at).values()} == {"CANCELLED"}


def test_calendar_of_the_league_keeps_the_season_that_is_played_while_the_next_is_open(client: Client) -> None:
    evening = LeagueEvening()
    season = evening.running(4)
    season_plan_next(act=evening.act(), league=evening.league)
    found = items(client, address(season, number=False))
    match = Match.objects.get(key=next(iter(found)))
    fixture_time_set(act=evening.act(), match=match, agreed_at=match.round.starts_at)
    assert str(items(client, address(season, number=False))[match.key]["description"]) == "Time agreed."


def test_league_without_a_season_has_an_empty_calendar_and_pages_lead_to_it(client: Client) -> None:
    evening = LeagueEvening()
    league = evening.league
    at = f"/leagues/{league.club.slug}/{league.slug}/"
    assert items(client, f"{at}fixtures-en.ics") == {}
    assert client.get(f"{at}seasons/3/fixtures-en.ics").status_code == 404
    evening.opened(("Anna",))
    assert f"{at}fixtures-en.ics" in client.get(at).content.decode()
    page = client.get(f"{at}seasons/1/").content.decode()
    assert f"{at}seasons/1/fixtures-en.ics" in page
    assert "/seasons/1/public-bundle/" in page


def test_warm_calendar_costs_no_query(versions_last: None, client: Client, django_assert_num_queries: Any) -> None:
    evening = LeagueEvening()
    season = evening.running(4)
    first = client.get(address(season, number=False)).content
    with django_assert_num_queries(0):
        assert client.get(address(season, number=False)).content == first
