"""Working a pool's ratings out from the results: always from the first game on, so that a correction reaches
everything after it; only what changed is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction

from games.selectors.games import pool_heads, rated_results
from games.selectors.player_lists import shown_order
from ratings.algorithms.core.values import GameKey, PlayerKey, Rated, RatedGame, RatingState
from ratings.algorithms.registry import rating_system
from ratings.models import Pool, PoolSource, Rating, RatingChange
from ratings.selectors.pools import pool_by_key

BATCH = 500  # results that are read at a time, so that no query grows with a pool
Values = dict[str, Any]  # the members of a row
HALF_POINTS = {1: 2, None: 1, 2: 0}  # of seat 1, by the seat that won


LONGEST_BREAK = timedelta(hours=6)
LONGEST_EVENING = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A rated game with what the rows around it need: ids of game and, by seat, of players, the half points of
    seat 1, and when it was played."""

    game_id: int
    players: Mapping[int, int]
    score: int
    played_at: datetime

    def rated(self) -> RatedGame:
        return RatedGame(
            key=self.game_id,
            white=self.players[1],
            black=self.players[2],
            score=self.score,
            period=self.played_at.date().isoformat(),
        )


@dataclass(frozen=True, slots=True)
class Computed:
    """Ratings as they are and as they were before the last day of play."""

    games: Sequence[PlayedGame]
    now: Rated
    before: Mapping[PlayerKey, RatingState]


def ratings_refresh(*, pool_key: str) -> bool:
    """Work the pool's ratings out anew and store them with the facts that they were made from. False where somebody
    else has stored newer ones meanwhile. Running it twice, late or out of order changes nothing."""
    pool = pool_by_key(pool_key)
    heads = pool_heads(pool.key)  # read before the games: what comes later is noticed as stale, never missed
    computed = _compute(pool)
    with transaction.atomic():
        Pool.objects.select_for_update().get(pk=pool.pk)
        stored = dict(PoolSource.objects.filter(pool=pool).values_list("stream", "number"))
        if any(stored[stream] > heads.get(stream, 0) for stream in stored):
            return False
        _write_changes(pool, computed)
        _write_ratings(pool, computed)
        PoolSource.objects.filter(pool=pool).delete()
        PoolSource.objects.bulk_create(
            PoolSource(pool=pool, stream=stream, number=number) for stream, number in sorted(heads.items())
        )
    return True


def _compute(pool: Pool) -> Computed:
    system = rating_system(pool.rating_system)
    options = system.read_options(pool.options)
    games = []
    for result in rated_results(pool.key).iterator(chunk_size=BATCH):
        players = {row.seat.number: row.seat.player_id for row in result.seats.all()}
        if len(players) != 2:
            continue  # no rating system here rates more than two players of one game
        score = HALF_POINTS[result.winner]
        games.append(PlayedGame(result.game_id, players, score, result.game.played_at))
    before = system.rate([game.rated() for game in before_last_day(games)], options, {})
    now = system.rate([game.rated() for game in games], options, {})
    return Computed(games, now, before.states)


def before_last_day(games: Sequence[PlayedGame]) -> Sequence[PlayedGame]:
    """The games, in the order of play, without those of the last day of play. An evening is one day, wherever midnight
    (UTC) falls in it."""
    first = len(games)
    while first and (first == len(games) or _is_same_day(games[first - 1], games[first], games[-1])):
        first -= 1
    return games[:first]


def _is_same_day(game: PlayedGame, following: PlayedGame, last: PlayedGame) -> bool:
    at = game.played_at
    is_same_evening = following.played_at - at <= LONGEST_BREAK and last.played_at - at <= LONGEST_EVENING
    return at.date() == last.played_at.date() or is_same_evening


def rows_computed(pool: Pool) -> tuple[dict[tuple[GameKey, PlayerKey], Values], dict[PlayerKey, Values]]:
    """The members that the pool's rating changes should have, by game and player (primary keys), and those of its
    leaderboard's rows, by player."""
    computed = _compute(pool)
    return _change_values(computed), _rating_values(pool, computed)


def _change_values(computed: Computed) -> dict[tuple[GameKey, PlayerKey], Values]:
    scores: dict[GameKey, int] = {game.game_id: game.score for game in computed.games}
    return {
        (change.game, change.player): {
            "opponent_id": change.opponent,
            "number": index // 2 + 1,
            "score": scores[change.game] if change.side == "white" else 2 - scores[change.game],
            "before": change.before,
            "after": change.after,
            "expected": change.expected,
            "k": change.k,
            "deviation": change.deviation,
            "is_provisional": change.provisional,
        }
        for index, change in enumerate(computed.now.history)
    }


def _write_changes(pool: Pool, computed: Computed) -> None:
    rows = RatingChange.objects.filter(pool=pool)
    stored: dict[tuple[GameKey, PlayerKey], RatingChange] = {(row.game_id, row.player_id): row for row in rows}
    new, changed = [], []
    for (game, player), values in _change_values(computed).items():
        row = stored.pop((game, player), None)
        if row is None:
            new.append(RatingChange(pool=pool, game_id=game, player_id=player, **values))
        elif any(getattr(row, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(row, name, value)
            changed.append(row)
    gone = [row.pk for row in stored.values()]
    for first in range(0, len(gone), BATCH):
        RatingChange.objects.filter(pk__in=gone[first : first + BATCH]).delete()
    RatingChange.objects.bulk_create(new, batch_size=500)
    fields = ["opponent", "number", "score", "before", "after", "expected", "k", "deviation", "is_provisional"]
    RatingChange.objects.bulk_update(changed, fields, batch_size=500)


def _write_ratings(pool: Pool, computed: Computed) -> None:
    Rating.objects.filter(pool=pool).delete()
    Rating.objects.bulk_create(
        (Rating(pool=pool, player_id=player, **values) for player, values in _rating_values(pool, computed).items()),
        batch_size=500,
    )


def _rating_values(pool: Pool, computed: Computed) -> dict[PlayerKey, Values]:
    system = rating_system(pool.rating_system)
    options = system.read_options(pool.options)
    last_played: dict[PlayerKey, datetime] = {
        player: game.played_at for game in computed.games for player in game.players.values()
    }
    ranks, previous = _ranks(computed.now.states, pool), _ranks(computed.before, pool)
    places = _places(ranks)
    return {
        player: {
            "value": state.rating,
            "games": state.games,
            "is_provisional": system.is_provisional(state, options),
            "rank": ranks.get(player),
            "previous_rank": previous.get(player),
            "place": places.get(player),
            "last_played_at": last_played[player],
            "state": msgspec.to_builtins(state),
        }
        for player, state in sorted(computed.now.states.items())
    }


def _ranks(states: Mapping[PlayerKey, RatingState], pool: Pool) -> dict[PlayerKey, int]:
    """Ranks by rating as it is shown, in whole points; who shows the same shares a rank. Only who has enough games."""
    shown = {
        player: round_half_up(state.rating) for player, state in states.items() if state.games >= pool.minimum_games
    }
    first: dict[int, int] = {}
    for index, value in enumerate(sorted(shown.values(), reverse=True), 1):
        first.setdefault(value, index)
    return {player: first[value] for player, value in shown.items()}


def _places(ranks: Mapping[PlayerKey, int]) -> dict[PlayerKey, int]:
    """1, 2, 3 ... by rank; those who share one by name, and by code who hides the name."""
    order = shown_order(ranks)
    return {player: place for place, player in enumerate(sorted(ranks, key=lambda one: (ranks[one], order[one])), 1)}


def round_half_up(value: int) -> int:
    """Hundred-thousandths of a point as whole points."""
    return (value + 50_000) // 100_000
