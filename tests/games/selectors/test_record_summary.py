"""What a player's games add up to, kept for players of many games: always as if it were read anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from games.models import Player
from games.selectors import record
from games.selectors.record import Record, games_of_record, head_to_head, record_of, record_summary, tally_of
from games.services.players import player_name_hide
from tests.evening import NAMES, Evening
from tournaments.models import Event, Match
from tournaments.services.results.rule import result_annul, result_rule

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def many_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game is one of many."""
    cache.clear()
    monkeypatch.setattr(record, "FEW_GAMES", 0)
    yield
    cache.clear()


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(NAMES[:4])


def read_anew(player: Player) -> Record:
    games = record_of(player)
    return Record(
        games=[game.game_pk for game in games],
        newest=games[:20],
        tally=tally_of(games),
        starting=tally_of(game for game in games if game.started),
        responding=tally_of(game for game in games if not game.started),
        mages=record.by_mage(games),
        opponents=head_to_head(games),
        highlights=record_summary(player, newest=20, opponents=50).highlights,
        events=record_summary(player, newest=20, opponents=50).events,
    )


def test_each_result_and_annulment_is_in_the_summary(evening: Evening, event: Event, matches: list[Match]) -> None:
    player = matches[0].seats.all()[0].entry.player
    game = matches[0].games.all()[0].game
    wins = []
    for winner in ("white", "black", ""):
        result_rule(act=evening.act(why="Desk"), game_key=game.key, kind="bare", winner=winner)
        summary = record_summary(player, newest=20, opponents=50)
        assert summary == read_anew(player) == record_summary(player, newest=20, opponents=50)
        wins.append(summary.tally.wins)
    assert sorted(wins) == [0, 0, 1]
    result_annul(act=evening.act(why="Desk"), game_key=game.key)
    assert record_summary(player, newest=20, opponents=50) == read_anew(player)
    assert record_summary(player, newest=20, opponents=50).tally.games == 0


def test_highlights_are_the_first_win_the_best_score_and_runs(evening: Evening, event: Event) -> None:
    evening.play_out(event, 3)
    for entry in event.entries.all():
        games = [game for game in record_of(entry.player) if game.kind == "played"]
        outcomes = [game.outcome for game in reversed(games)]
        found = record_summary(entry.player, newest=2, opponents=50)
        shown, by_event = found.highlights, found.events[event.stream]
        won = [game for game in reversed(games) if game.outcome == "win"]
        scored = [game.score for game in games if game.score is not None]
        assert shown.first_win == (won[0] if won else None)
        assert (shown.best.score if shown.best else None) == max(scored, default=None)
        runs = "".join("w" if outcome == "win" else " " for outcome in outcomes).split()
        assert shown.longest_run == max(map(len, runs), default=0)
        assert outcomes[-shown.run :] == [outcomes[-1]] * shown.run
        assert shown.run == len(outcomes) or outcomes[-shown.run - 1] != outcomes[-1]
        assert (by_event.tally.games, set(by_event.games)) == (len(games), {game.game_pk for game in games})


def test_hidden_name_of_an_opponent_is_no_longer_in_the_summary(
    evening: Evening, event: Event, matches: list[Match]
) -> None:
    own, other = [seat.entry.player for seat in matches[0].seats.all()]
    game = matches[0].games.all()[0].game
    result_rule(act=evening.act(why="Desk"), game_key=game.key, kind="bare", winner="white")
    assert [tally.name for tally in record_summary(own, newest=20, opponents=50).opponents] == [other.name]
    player_name_hide(act=evening.act(), player=other, hides=True)
    assert [tally.name for tally in record_summary(own, newest=20, opponents=50).opponents] == [f"#{other.key[:6]}"]


def test_only_what_changed_is_read_again(
    evening: Evening, event: Event, matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "FEW_GAMES", 0)
    player = matches[0].seats.all()[0].entry.player
    game = matches[0].games.all()[0].game
    result_rule(act=evening.act(why="Desk"), game_key=game.key, kind="bare", winner="white")
    heads = record._heads(player)
    first = record._kept_games(player, heads)
    monkeypatch.setattr(record, "_games_by_stream", lambda _player, _of: {})
    assert record._kept_games(player, heads) == first


def test_games_of_a_page_are_named_in_their_order(evening: Evening, event: Event, matches: list[Match]) -> None:
    player = matches[0].seats.all()[0].entry.player
    game = matches[0].games.all()[0].game
    result_rule(act=evening.act(why="Desk"), game_key=game.key, kind="bare", winner="white")
    assert games_of_record(player, [game.pk]) == record_of(player)
    assert games_of_record(player, []) == []
