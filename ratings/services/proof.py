"""Whether stored ratings are what follows from the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.selectors.games import game_keys
from games.selectors.players import player_keys_by_pk
from games.selectors.rated_games import rated_results
from ratings.algorithms.core.values import PlayerKey, RatingState
from ratings.selectors.generations import MEMBERS, Generation, shown_generation
from ratings.selectors.pools import is_stale, pool_by_key
from ratings.services.board import last_day_of, points_before, rating_values
from ratings.services.rating_pool import RatingPool, members_of

SEATS = 5_000  # that are compared at a time
NO_ROW: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """A row that isn't as it follows from the results: of the leaderboard, or a game's change to a rating. Keys of game
    (empty in the leaderboard) and player; `member` is what differs, empty for a row that is missing or too many."""

    game: str
    player: str
    member: str
    expected: str
    found: str


def ratings_are_behind(pool_key: str) -> bool:
    """Whether results changed after the pool's ratings were worked out."""
    return is_stale(pool_by_key(pool_key))


def rating_differences(*, pool_key: str) -> Iterator[RatingDifference]:
    """The pool's stored rows, compared with those that its results give, worked out from the first game on: every
    change, a part of the games at a time, then the leaderboard."""
    pool = RatingPool(pool_by_key(pool_key))
    generation = shown_generation(pool.pool) or Generation(pool.pool, 0, 1)
    states: dict[PlayerKey, RatingState] = {}
    last: dict[int, str] = {}
    wrong_changes = list(_wrong_changes(pool, generation, states, last))
    wrong_ratings = list(_wrong_ratings(pool, generation, states, last))
    games = game_keys({place[0] for place, *_rest in wrong_changes})
    players = player_keys_by_pk(
        {place[1] for place, *_rest in wrong_changes} | {place for place, *_rest in wrong_ratings}
    )
    for (game, player), *said in wrong_changes:
        yield RatingDifference(games[game], players[player], *said)
    for player, *said in wrong_ratings:
        yield RatingDifference("", players[player], *said)


Wrong = Iterator[tuple[Any, str, str, str]]


def _wrong_changes(
    pool: RatingPool, generation: Generation, states: dict[PlayerKey, RatingState], last: dict[int, str]
) -> Wrong:
    for expected, found in _parts(pool, generation, states, last):
        yield from _differing(expected, found)


def _parts(
    pool: RatingPool, generation: Generation, states: dict[PlayerKey, RatingState], last: dict[int, str]
) -> Iterator[tuple[dict[Any, Any], dict[Any, Any]]]:
    """Expected and stored rows of some games after the other; by periods of all games at once, because a period is
    rated together."""
    position = ""
    while True:
        results = rated_results(pool.pool.key, after=position, most=None if pool.is_by_period else SEATS)
        rated = [result for result in results if pool.is_rated(result)]
        expected: dict[Any, Any] = {}
        for result, changes in zip(rated, pool.changes(rated, states), strict=True):
            for player, change in zip(result.players, changes, strict=True):
                last[player] = result.position
                members = members_of(change, result.position)
                expected[result.game, player] = dict(zip(MEMBERS, members, strict=True))
        stored = generation.changes().filter(position__gt=position)
        is_last = not results or pool.is_by_period
        if not is_last:
            stored = stored.filter(position__lte=results[-1].position)
        rows = generation.rows(stored)
        yield expected, {(row.game, row.player): dict(zip(MEMBERS, row.members, strict=True)) for row in rows}
        if is_last:
            return
        position = results[-1].position


def _wrong_ratings(
    pool: RatingPool, generation: Generation, states: Mapping[PlayerKey, RatingState], last: Mapping[int, str]
) -> Wrong:
    before = points_before(pool, generation, last_day_of(generation))
    expected = {
        player: rating_values(pool, states[player], position, before.get(player)) for player, position in last.items()
    }
    for player in expected.keys() - before.keys():
        del expected[player]["points_before"]  # nobody looks at that of players who didn't play on the last day
    return _differing(expected, {row["player_id"]: row for row in generation.ratings().values()})


def _differing(expected: Mapping[Any, Any], found: Mapping[Any, Any]) -> Wrong:
    """The differences of rows: their place, the member, what it should be, what it is."""
    for place in [*expected, *(place for place in found if place not in expected)]:
        one, other = expected.get(place, NO_ROW), found.get(place, NO_ROW)
        if not one or not other:
            yield place, "", "a row" if one else "no row", "a row" if other else "no row"
            continue
        for member, value in one.items():
            if value != other[member]:
                yield place, member, str(value), str(other[member])
