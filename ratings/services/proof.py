"""Whether stored ratings are what follows from the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.selectors.games import game_keys
from games.selectors.players import player_keys_by_pk
from ratings.models import Rating, RatingChange
from ratings.selectors.pools import is_stale, pool_by_key
from ratings.services.ratings import rows_computed

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
    """The pool's stored rows, compared with those that its results give: every change from the first game on, then the
    leaderboard."""
    pool = pool_by_key(pool_key)
    changes, ratings = rows_computed(pool)
    stored_changes = {
        (row["game_id"], row["player_id"]): row for row in RatingChange.objects.filter(pool=pool).values()
    }
    stored_ratings = {row["player_id"]: row for row in Rating.objects.filter(pool=pool).values()}
    wrong_changes = list(_differing(changes, stored_changes))
    wrong_ratings = list(_differing(ratings, stored_ratings))
    games = game_keys({place[0] for place, *_rest in wrong_changes})
    players = player_keys_by_pk(
        {place[1] for place, *_rest in wrong_changes} | {place for place, *_rest in wrong_ratings}
    )
    for (game, player), *said in wrong_changes:
        yield RatingDifference(games[game], players[player], *said)
    for player, *said in wrong_ratings:
        yield RatingDifference("", players[player], *said)


def _differing(expected: Mapping[Any, Any], found: Mapping[Any, Any]) -> Iterator[tuple[Any, str, str, str]]:
    """The differences of rows: their place, the member, what it should be, what it is."""
    for place in [*expected, *(place for place in found if place not in expected)]:
        one, other = expected.get(place, NO_ROW), found.get(place, NO_ROW)
        if not one or not other:
            yield place, "", "a row" if one else "no row", "a row" if other else "no row"
            continue
        for member, value in one.items():
            if value != other[member]:
                yield place, member, str(value), str(other[member])
