"""What everybody reads of leagues."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.selectors.runs import longest_run
from games.services.players import player_name_hide
from leagues.models import Season
from leagues.selectors.public.history import streams_of
from leagues.selectors.seasons import divisions_of
from tests.leagues.league_evening import LeagueEvening, fresh
from tournaments.models import MatchGame
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


def _address(name: str, season: Season, *more: object) -> str:
    league = season.league
    number = () if name in ("league", "history", "way") else (season.number,)
    return reverse(f"leagues:{name}", args=[league.club.slug, league.slug, *number, *more])


def _read(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200, address
    return page.content.decode()


def _refresh(season: Season) -> None:
    for division in divisions_of(season):
        if division.event is not None:
            standings_refresh(event_key=division.event.key)


def _play_some(evening: LeagueEvening, season: Season, games: int) -> None:
    """Games of the first division, each won by whoever starts."""
    division = divisions_of(season)[0]
    links = MatchGame.objects.filter(match__round__stage__event=division.event).order_by("match__round__number", "pk")
    for link in links.select_related("game")[:games]:
        result_rule(act=evening.act(why="Played."), game_key=link.game.key, kind="bare", placing="1>2")


def test_running_season_shows_zones_fixtures_and_what_is_needed() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    _play_some(evening, season, 3)
    _refresh(season)
    client = Client()
    for name in ("league", "season"):
        page = _read(client, _address(name, season))
        assert "zone-champion" in page
        assert "zone-relegation" in page
    page = _read(client, _address("division", season, 1))
    assert "What each player needs" in page
    assert "Crosstable" in page
    assert "Matchday 1" in page
    assert "Matchday 3" in _read(client, _address("fixtures", season, 1))
    assert client.get(_address("division", season, 9)).status_code == 404


def test_closed_season_is_in_the_hall_of_fame() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    client = Client()
    history = _read(client, _address("history", season))
    assert "All-time table" in history
    run = longest_run(streams_of(season.league))
    assert run is not None
    assert run.length == 3  # who wins a division of four wins three games
    assert "Longest run of wins" in history
    champion = season.honours.get(kind="champion", division__number=1).player
    page = _read(client, _address("way", season, champion.key))
    assert champion.name in page
    assert "way-dot" in page
    assert "zone-champion" in _read(client, _address("season", season))
    assert client.get(_address("way", season, "nobody")).status_code == 404


def test_pages_before_the_start_list_the_divisions() -> None:
    evening = LeagueEvening()
    season = evening.placed(evening.opened(tuple(f"Spieler {number}" for number in range(8))))
    page = _read(Client(), _address("league", season))
    assert "Spieler 3" in page
    assert "zone-sign" not in page


def test_live_parts_follow_a_result() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    _refresh(season)
    league, client = season.league, Client()
    address = reverse("leagues:live_division", args=["en", league.club.slug, league.slug, season.number, 1])
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    _play_some(evening, season, 1)
    _refresh(season)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_hidden_name_is_gone_from_every_page_at_once() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    player = season.honours.get(kind="champion", division__number=1).player
    addresses = [_address("league", season), _address("history", season), _address("way", season, player.key)]
    client = Client()
    assert all(player.name in _read(client, address) for address in addresses)
    player_name_hide(act=evening.act(), player=player, hides=True)
    assert not any(player.name in _read(client, address) for address in addresses)
    assert fresh(season).name


@pytest.fixture
def versions_last(settings: Any) -> Iterator[None]:
    """Versions are believed for longer than a test takes."""
    cache.clear()
    settings.VERSION_SECONDS = 3600
    yield
    cache.clear()


@pytest.mark.parametrize("name", ["league", "season", "division", "fixtures", "history"])
def test_warm_pages_cost_at_most_three_queries(name: str, versions_last: None, django_assert_num_queries: Any) -> None:
    """A reader with an account costs three: session, account, and whether it is staff's. A visitor with a cookie costs
    none, while the version is remembered."""
    evening = LeagueEvening()
    season = evening.running(8)
    _refresh(season)
    address = _address(name, season, *([1] if name in ("division", "fixtures") else []))
    reader = Client(headers={"Accept-Language": "en"})
    reader.cookies["seen"] = "1"
    _read(reader, address)
    with django_assert_num_queries(0):
        _read(reader, address)
    signed_in = evening.browser(evening.account("reader@example.org"))
    _read(signed_in, address)
    with django_assert_num_queries(3):
        _read(signed_in, address)


@pytest.mark.django_db(transaction=True)
def test_strangers_get_whole_pages_without_a_query(versions_last: None, django_assert_num_queries: Any) -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    _refresh(season)
    for address in ("/leagues/", _address("league", season), _address("division", season, 1)):
        first = _read(Client(), address)
        with django_assert_num_queries(0):
            assert _read(Client(), address) == first
