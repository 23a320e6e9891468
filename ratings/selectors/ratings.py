from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from ratings.models import Pool, Rating, RatingChange

POINT = 100_000  # stored ratings count hundred-thousandths


def leaderboard(pool: Pool) -> QuerySet[Rating]:
    """The ranked ratings of a pool with their players, best first; those who share a rank by name."""
    return Rating.objects.filter(pool=pool, place__isnull=False).select_related("player__club").order_by("place")


def rating_history(pool: Pool, player_key: str) -> QuerySet[RatingChange]:
    """Every rated game of a player in a pool, oldest first, with game and opponent."""
    rows = RatingChange.objects.filter(pool=pool, player__key=player_key)
    return rows.select_related("game", "opponent").order_by("number")


def rating_values(history: QuerySet[RatingChange], count: int, most: int) -> list[int]:
    """The rating before the first of a history's `count` games, then after each; of more than `most` games after some,
    evenly spread, the last among them. Empty without games."""
    rows = history.select_related(None)
    if count <= most:
        changes = list(rows.values_list("before", "after"))
        return [*(before for before, _after in changes[:1]), *(after for _before, after in changes)]
    backwards = Window(RowNumber(), order_by=[F(str(name)).desc() for name in history.query.order_by])
    spread = rows.annotate(back=backwards).filter(back__in=range(1, count + 1, -(-count // most)))
    return [*rows.values_list("before", flat=True)[:1], *spread.values_list("after", flat=True)]


def ratings_of(player_key: str) -> QuerySet[Rating]:
    """A player's ratings in all pools."""
    return (
        Rating.objects.filter(player__key=player_key).select_related("pool__club").order_by("pool__name", "pool__key")
    )


def changes_of_game(game_key: str) -> QuerySet[RatingChange]:
    """The effects of a game on its players' ratings."""
    return RatingChange.objects.filter(game__key=game_key).select_related("player", "pool").order_by("-score")


def whole_ratings(pool_key: str, player_keys: Iterable[str]) -> dict[str, int]:
    """Ratings in whole points (half up) by player, for those who have one in the pool."""
    rows = Rating.objects.filter(pool__key=pool_key, player__key__in=list(player_keys))
    return {key: (value + POINT // 2) // POINT for key, value in rows.values_list("player__key", "value")}


def whole_ratings_of_pool(pool_key: str) -> dict[str, int]:
    """All ratings of a pool in whole points (half up), by player."""
    rows = Rating.objects.filter(pool__key=pool_key).values_list("player__key", "value")
    return {key: (value + POINT // 2) // POINT for key, value in rows}


def rated_games(pool_key: str, player_key: str) -> int:
    """The number of games of the player that count in the pool."""
    return (
        Rating.objects.filter(pool__key=pool_key, player__key=player_key).values_list("games", flat=True).first() or 0
    )
