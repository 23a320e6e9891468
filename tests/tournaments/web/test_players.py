"""A player's page: dates, form, events, and what stands out; never a name that is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Player
from games.services.players import player_name_hide
from games.templatetags.avatars import avatar
from ratings.services.ratings import ratings_refresh
from tests.evening import NAMES, Evening
from tournaments.models import Event, Match, Standing
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings.players import events_won, ranks_of
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_settings_change
from tournaments.services.results.rule import result_annul, result_rule
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db

TOKENS = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def finished(evening: Evening) -> Event:
    event = evening.started(NAMES[:4])
    evening.play_out(event, 3)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    return event_finish(act=evening.act(), event=event)


def test_page_has_dates_form_events_and_highlights(evening: Evening, client: Client) -> None:
    event = finished(evening)
    winner = Standing.objects.get(table__after_round=3, rank=1).entry
    page = client.get(f"/players/{winner.player.key}/")
    shown, context = page.content.decode(), page.context
    assert shown.count("6 Mar 2026") > 3
    assert f'Champion: <a href="/events/{event.slug}/">{event.name}</a>' in " ".join(shown.split())
    assert [(each.entry, each.rank, each.tally.games) for each in context["events"]] == [(winner, 1, 3)]
    changes = [row.after - row.before for row, _against, _place in context["history"]]
    assert context["events"][0].change == sum(changes)
    assert [game.outcome for game in context["form"]] == [game.outcome for game, _place in context["recent"]][::-1]
    assert shown.count("form-sign is-") == 3
    assert "First win:" in shown
    won = [row for row, _against, _place in context["history"] if row.score == 2 and row.expected < 500_000_000]
    assert context["upset"] == min(won, key=lambda row: row.expected, default=None)


def test_hidden_opponent_is_a_code_in_form_highlights_and_plot(evening: Evening, client: Client) -> None:
    event = finished(evening)
    hidden, *others = [entry.player for entry in event.entries.select_related("player").order_by("number")]
    player_name_hide(act=evening.act(), player=hidden, hides=True)
    for player in (hidden, *others):
        page = client.get(f"/players/{player.key}/").content.decode()
        assert hidden.name not in page
        assert player == hidden or f"#{hidden.key[:6]}" in page


@pytest.mark.both_databases
def test_shared_first_place_and_running_events_are_no_titles(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    evening.play_out(event, 3)
    standings_refresh(event_key=event.key)
    first = Standing.objects.get(table__after_round=3, rank=1)
    assert events_won(first.entry.player.pk) == []
    assert ranks_of([first.entry.pk]) == {first.entry.pk: 1}
    event_finish(act=evening.act(), event=event)
    assert events_won(first.entry.player.pk) == [event]
    assert events_won(Standing.objects.get(table__after_round=3, rank=2).entry.player.pk) == []
    Standing.objects.filter(table__after_round=3, rank=2).update(rank=1)
    assert events_won(first.entry.player.pk) == []


def test_avatar_follows_from_the_key_alone() -> None:
    assert avatar("abc") == avatar("abc") != avatar("abd")
    assert "abc" not in avatar("abc")
    assert any("<circle cx=" in avatar(f"player{number}") for number in range(9))
    assert not any("&lt;" in avatar(f"player{number}") for number in range(9))


@pytest.mark.django_db(transaction=True)
def test_page_that_was_kept_is_the_page_made_anew(
    evening: Evening, client: Client, django_assert_num_queries: Any
) -> None:
    """After results, a correction, an annulment, a hidden name and the end: what was kept before is never shown."""
    event = evening.started(NAMES[:4])
    players = [entry.player for entry in event.entries.select_related("player").order_by("number")]
    client.cookies["magistrar_links"] = "somebody.1.signed"  # nothing comes whole from the cache

    def text(player: Player) -> str:
        return TOKENS.sub("", client.get(f"/players/{player.key}/").content.decode())

    def assert_equal() -> None:
        standings_refresh(event_key=event.key)
        ratings_refresh(pool_key=event.pool)
        kept = [text(player) for player in players]
        assert [text(player) for player in players] == kept
        cache.clear()
        assert [text(player) for player in players] == kept

    assert_equal()
    evening.play_out(event, 1)
    assert_equal()
    game = Match.objects.filter(round__stage__event=event).earliest("pk").games.all()[0].game
    for winner in ("white", "black"):
        result_rule(act=evening.act(why="Desk"), game_key=game.key, kind="bare", winner=winner)
        assert_equal()
    result_annul(act=evening.act(why="Desk"), game_key=game.key)
    assert_equal()
    player_name_hide(act=evening.act(), player=players[0], hides=True)
    assert_equal()
    event.name = "Another name"
    event.save()
    assert_equal()
    text(players[1])
    with django_assert_num_queries(8):
        text(players[1])


def test_unlisted_event_is_named_neither_on_the_page_nor_in_the_api(evening: Evening, client: Client) -> None:
    event = evening.started(("Anna", "Bert"))
    evening.play(evening.publish(event, 1)[0])
    key = event.entries.get(player__name="Anna").player.key
    addresses = (f"/players/{key}/", f"/api/v1/players/{key}/results/")
    assert [event.slug in client.get(address).content.decode() for address in addresses] == [True, True]
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"is_listed": False})
    assert [event.slug in client.get(address).content.decode() for address in addresses] == [False, False]
