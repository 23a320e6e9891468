from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from games.selectors.rated_games import time_of_position
from ratings.algorithms.core.units import SCORE_UNIT, as_share
from ratings.models import Pool, PoolState, Rating, RatingChange
from ratings.selectors.generations import Generation, shown_changes, shown_ratings
from ratings.selectors.leaderboards import ranked_alone

POINT = 100_000  # stored ratings count hundred-thousandths
WON = 2  # half points of the winner


# What is shown of a change, of its game and of the opponent.
SHOWN = ("game", "opponent", "score", "before", "after", "expected", "k", "games", "deviation", "is_provisional")
OF_GAME = ("key", "played_at")
OF_OPPONENT = ("key", "name", "hides_name", "erased_at", "merged_into")


def rating_history(pool: Pool, player: int) -> QuerySet[RatingChange]:
    """Every rated game of a player (a primary key) in a pool, oldest first, with game and opponent."""
    rows = _changes_of(pool, player)
    shown = (*SHOWN, *(f"game__{name}" for name in OF_GAME), *(f"opponent__{name}" for name in OF_OPPONENT))
    return rows.select_related("game", "opponent").only(*shown).order_by("position")


def _changes_of(pool: Pool, player: int) -> QuerySet[RatingChange]:
    """The changes of a player that readers see. The database gets numbers to look for, and so knows that an index has
    the rows in their order."""
    state: PoolState | None = getattr(pool, "state", None)
    if state is None:
        return RatingChange.objects.none()
    return Generation(pool, state.generation, state.oldest).changes().filter(player=player)


class RatedAt(NamedTuple):
    """A rating, and when the game was played that it followed from; None before the first."""

    value: int
    at: datetime | None


def rating_values(history: QuerySet[RatingChange], count: int, most: int) -> list[RatedAt]:
    """The rating before the first of a history's `count` games, then after each; of more than `most` games after some,
    evenly spread, the last among them. Empty without games."""
    rows = history.select_related(None)
    if count <= most:
        changes = list(rows.values_list("before", "after", "position"))
        first = [RatedAt(before, None) for before, _after, _at in changes[:1]]
        return [*first, *(RatedAt(after, time_of_position(at)) for _before, after, at in changes)]
    backwards = Window(RowNumber(), order_by=[F(str(name)).desc() for name in history.query.order_by])
    spread = rows.annotate(back=backwards).filter(back__in=range(1, count + 1, -(-count // most)))
    first = [RatedAt(before, None) for before in rows.values_list("before", flat=True)[:1]]
    return [*first, *(RatedAt(after, time_of_position(at)) for after, at in spread.values_list("after", "position"))]


def changes_of_games(pool: Pool, player: int, games: Collection[int]) -> dict[int, int]:
    """What each of these games changed of a player's rating; all by primary keys."""
    rows = _changes_of(pool, player).filter(game__in=games).order_by()
    return {game: after - before for game, before, after in rows.values_list("game", "before", "after")}


def greatest_upset(history: QuerySet[RatingChange]) -> RatingChange | None:
    """The won game that was the least expected to be won, of those in which the other was the favourite."""
    upsets = history.filter(score=WON, expected__lt=SCORE_UNIT // 2, opponent__isnull=False).order_by("expected")
    return history.filter(pk__in=upsets.values("pk")[:1]).first()


def ratings_of(player_key: str) -> list[Rating]:
    """A player's ratings in all pools, with their ranks."""
    rows = shown_ratings().filter(player__key=player_key).select_related("pool__club", "pool__state")
    return [ranked_alone(row) for row in rows.order_by("pool__name", "pool__key")]


def pools_of_players(player_keys: Collection[str]) -> list[Pool]:
    """The pools in which one of the players has a rating."""
    rows = shown_ratings().filter(player__key__in=list(player_keys)).values("pool")
    return list(Pool.objects.filter(pk__in=rows).order_by("name", "key"))


def ratings_in(pool: Pool, player_keys: Collection[str]) -> list[Rating]:
    """The ratings of some players in a pool, with their ranks, best first."""
    rows = shown_ratings().filter(pool=pool, player__key__in=player_keys, points__isnull=False)
    return [ranked_alone(row) for row in rows.select_related("player", "pool__state").order_by("-points")]


def changes_of_game(game_key: str) -> QuerySet[RatingChange]:
    """The effects of a game on its players' ratings."""
    return shown_changes().filter(game__key=game_key).select_related("player", "pool").order_by("-score")


def whole_ratings(pool_key: str, player_keys: Iterable[str]) -> dict[str, int]:
    """Ratings in whole points (half up) by player, for those who have one in the pool."""
    rows = shown_ratings().filter(pool__key=pool_key, player__key__in=list(player_keys))
    return {key: (value + POINT // 2) // POINT for key, value in rows.values_list("player__key", "value")}


def whole_ratings_of_pool(pool_key: str) -> dict[str, int]:
    """All ratings of a pool in whole points (half up), by player."""
    rows = shown_ratings().filter(pool__key=pool_key).values_list("player__key", "value")
    return {key: (value + POINT // 2) // POINT for key, value in rows}


def rated_games(pool_key: str, player_key: str) -> int:
    """The number of games of the player that count in the pool."""
    rows = shown_ratings().filter(pool__key=pool_key, player__key=player_key)
    return rows.values_list("games", flat=True).first() or 0


def winners_expected(games: Iterable[int]) -> dict[int, float]:
    """What was expected of the winner of each rated game of two, between 0 and 1, by the games' primary keys."""
    rows = shown_changes().filter(game__in=list(games), opponent__isnull=False, score=WON)
    return {game: float(as_share(expected)) for game, expected in rows.values_list("game", "expected")}
