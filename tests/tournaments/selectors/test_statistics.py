"""Upsets, the closest games, the most of a system's first number, and games by hour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.enums import Grade
from games.selectors.scores import GameScore, scores_of
from games.services.players import player_name_hide
from ratings.algorithms.core.units import SCORE_UNIT
from ratings.models import RatingChange
from ratings.services.ratings import ratings_refresh
from tests.evening import NAMES, Evening, entry_at, game_of
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.statistics import event_statistics
from tournaments.services.events.presets import Preset
from tournaments.services.results.rule import result_rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def matches(evening: Evening) -> list[Match]:
    return evening.publish(evening.started(), 1)


def event_of(matches: list[Match]) -> Event:
    return matches[0].round.stage.event


def players(match: Match) -> str:
    return " – ".join(seat.player.name for seat in game_of(match).seats.order_by("number"))


def expected_highest(evening_event: Event) -> list[int]:
    """The first numbers of all played games, the highest first."""
    games = MatchGame.objects.filter(match__round__stage__event=evening_event).values_list("game", flat=True)
    values = [value for score in scores_of(games).values() for value in score.points.values()]
    return sorted(values, reverse=True)


def test_statistics_are_of_the_games_as_they_were_played(evening: Evening, matches: list[Match]) -> None:
    event = event_of(matches)
    evening.play(matches[0])
    evening.later(minutes=90)
    for match in matches[1:3]:
        evening.play(match, Grade.SHEET)
    result_rule(act=evening.act(why="Ill"), game_key=game_of(matches[3]).key, kind="forfeit", winner="white")

    found = event_statistics(event)

    assert found.number is not None
    assert (found.number.key, found.game_count) == ("honoris", 4)
    # Played at 19:00 and 20:30 UTC: 20 and 21 o'clock in Berlin.
    assert (found.hours, found.busiest) == ([(20, 1), (21, 2)], 2)
    assert [noted.number for noted in found.highest] == expected_highest(event)[:5]
    margins = [abs(int.__sub__(*score.points.values())) for score in played_scores(event)]
    assert [noted.number for noted in found.closest] == sorted(margins)
    assert players(matches[3]) not in [noted.names for noted in found.closest]
    assert found.upsets == []


def played_scores(event: Event) -> list[GameScore]:
    games = MatchGame.objects.filter(match__round__stage__event=event).values_list("game", flat=True)
    return [score for score in scores_of(games).values() if score.points]


def test_upset_is_a_game_whose_winner_was_expected_to_lose(evening: Evening, matches: list[Match]) -> None:
    event = event_of(matches)
    for match in matches:
        evening.play(match)
    for number in (2, 3, 4):
        for match in evening.publish(event, number):
            evening.play(match, Grade.SCORE)
    ratings_refresh(pool_key=event.pool)
    lost = RatingChange.objects.filter(score=2, expected__lt=SCORE_UNIT // 2)

    found = event_statistics(event).upsets

    assert 0 < lost.count() < 16
    expected = sorted(lost.values_list("expected", flat=True))[:5]
    assert [round(noted.number * SCORE_UNIT) for noted in found] == expected
    assert all(noted.name == noted.game.players[noted.game.winner or 0][1] for noted in found)


def test_page_says_what_was_remarkable_and_links_the_games(
    evening: Evening, matches: list[Match], client: Client, django_assert_num_queries: Callable[..., Any]
) -> None:
    event = event_of(matches)
    address = f"/events/{event.slug}/statistics/"
    assert "No game has a result yet." in client.get(address).content.decode()
    evening.play(matches[0])

    page = client.get(address).content.decode()

    assert "1 game with a result" in page
    assert page.count(f'href="/games/{game_of(matches[0]).key}/"') == 3
    assert "Most in a game: Honoris" in page
    with django_assert_num_queries(2):
        client.get(address)


def test_hidden_name_is_not_in_the_statistics(evening: Evening, matches: list[Match], client: Client) -> None:
    address, player = f"/events/{event_of(matches).slug}/statistics/", entry_at(matches[0], 0).player
    evening.play(matches[0])
    assert player.name in client.get(address).content.decode()
    player_name_hide(act=evening.act(), player=player, hides=True)
    assert player.name not in client.get(address).content.decode()


def test_event_of_tables_has_the_statistics_of_its_own_number(evening: Evening, toy_tables: Preset) -> None:
    event = evening.started(NAMES[:6], preset=toy_tables.key)
    statistics = event_statistics(event)
    assert statistics.number is not None
    assert (statistics.number.key, statistics.game_count, statistics.hours) == ("won", 0, [])
