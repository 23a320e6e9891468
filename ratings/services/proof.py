"""Whether stored ratings are what follows from the results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.selectors.games import rated_results
from ratings.models import RatingChange
from ratings.selectors.pools import is_stale, pool_by_key
from ratings.services.ratings import BATCH, changes_computed


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """A game's change to a player's rating that isn't as it follows from the results; keys of game and player."""

    game: str
    player: str
    expected: str
    found: str


def ratings_are_behind(pool_key: str) -> bool:
    """Whether results changed after the pool's ratings were worked out."""
    return is_stale(pool_by_key(pool_key))


def rating_differences(*, pool_key: str, stream: str) -> Iterator[RatingDifference]:
    """The stored changes by games of a stream, compared with those that the pool's results give, from the first game
    on."""
    pool = pool_by_key(pool_key)
    rows = RatingChange.objects.filter(pool=pool, game__stream=stream)
    stored = {(row.game_id, row.player_id): (row.before, row.after) for row in rows}
    computed = changes_computed(pool)
    results = rated_results(pool.key).filter(game__stream=stream)
    for result in results.iterator(chunk_size=BATCH):
        for seat in result.seats.all():
            place = (result.game_id, seat.seat.player_id)
            expected, found = computed[place], stored.pop(place, None)
            if expected != found:
                yield RatingDifference(result.game.key, seat.seat.player.key, str(expected), str(found or "no change"))
    for row in rows.filter(game__in={game for game, _player in stored}).select_related("game", "player"):
        yield RatingDifference(row.game.key, row.player.key, "no change", str((row.before, row.after)))
