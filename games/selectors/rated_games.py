"""What a pool's ratings are worked out from: settled results of games that were really played, in the order of play,
and which of them are due. Plain values, read a batch at a time: a pool may have a million games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.db.models.fields.tuple_lookups import TupleGreaterThan
from django.db.models.functions import Greatest

from games.engine.registry import game_system
from games.enums import SETTLED_STATES, ResultKind
from games.models import Game, GameSeat, SeatResult
from games.models.games import RATING_DUE

TIME_DIGITS = 20
_OF_GAME = ("result__game", "result__game__played_at", "result__game__order", "result__game__key", "result__winner")
_OF_SEAT = ("seat__player", "place")


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A game that counts in its pool: its primary key and position, its players' primary keys and their places in seat
    order, and the seat that won alone."""

    game: int
    position: str
    players: tuple[int, ...]
    places: tuple[int | None, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game whose result or time changed: its position now, and the stream and number of the newest such fact."""

    game: int
    position: str
    stream: str
    number: int


@lru_cache(maxsize=256)
def _time_digits(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%d%H%M%S%f}"


def position_of(played_at: datetime, order: int = 0, key: str = "") -> str:
    """A game's place in the order of play as text: by time, then round and table, then key. Texts sort as games do. Of
    a time alone, what all games from then on come after."""
    return f"{_time_digits(played_at)}{order:010}{key}" if key else _time_digits(played_at)


def time_of_position(position: str) -> datetime:
    """When the game at a position was played."""
    return datetime.strptime(position[:TIME_DIGITS] + "+0000", "%Y%m%d%H%M%S%f%z")


def rated_results(pool: str, *, after: str = "", until: str = "", most: int | None = None) -> list[RatedResult]:
    """The pool's games that count, in the order of play: those after a position, up to another one, at most so many
    seats."""
    rows = _rows(pool)
    if after:
        rows = rows.filter(_after(after))
    if until:
        rows = rows.exclude(_after(until))
    found = list(rows[:most] if most else rows)
    results = list(_results(found))
    if most and len(found) == most:
        results.pop()  # its seats may go on behind the last row
        if not results:
            return rated_results(pool, after=after, until=until, most=2 * most)
    return results


def position_of_seat(pool: str, *, number: int, after: str = "") -> str:
    """The position of the game that has the seat of that number, from 1 on, among the seats of the pool's games that
    count after a position; empty where there are fewer."""
    rows = _rows(pool).filter(_after(after)) if after else _rows(pool)
    positions = rows.values_list("result__game__played_at", "result__game__order", "result__game__key")
    found = positions[number - 1 : number]
    return "".join(position_of(*columns) for columns in found)


def rated_results_of(pool: str, games: Collection[int]) -> dict[int, RatedResult]:
    """Those of these games that count in the pool, by primary key."""
    return {result.game: result for result in _results(_rows(pool).filter(result__game__in=games))}


def count_of_rated(pool: str, after: str = "") -> int:
    """How many of the pool's games after a position count."""
    games = Game.objects.filter(pool=pool, is_void=False, state__in=SETTLED_STATES)
    games = games.filter(results__is_current=True, results__kind=ResultKind.PLAYED)
    return games.filter(_after(after, prefix="")).count() if after else games.count()


def most_players(pool: str, system: str) -> int:
    """The most players that a game of the pool has; before the first game, the most that its game system allows."""
    seats = GameSeat.objects.filter(game__pool=pool, game__is_void=False)
    most = seats.order_by().aggregate(most=Max("number"))["most"]
    return most or max(game_system(system).players)


def _rows(pool: str) -> QuerySet[SeatResult, Any]:
    rows = SeatResult.objects.filter(
        result__is_current=True,
        result__kind=ResultKind.PLAYED,
        result__game__pool=pool,
        result__game__is_void=False,
        result__game__state__in=SETTLED_STATES,
    )
    order = ("result__game__played_at", "result__game__order", "result__game__key", "seat__number")
    return rows.order_by(*order).values_list(*_OF_GAME, *_OF_SEAT)


def _results(rows: Iterable[Any]) -> Iterator[RatedResult]:
    for (game, played_at, order, key, winner), seats in groupby(rows, key=lambda row: row[: len(_OF_GAME)]):
        players, places = zip(*(seat[len(_OF_GAME) :] for seat in seats), strict=True)
        yield RatedResult(game, position_of(played_at, order, key), players, places, winner)


def _after(position: str, prefix: str = "result__game__") -> Q:
    """Whether a game comes after a position: as a condition on columns that an index begins with."""
    order, key = int(position[TIME_DIGITS : TIME_DIGITS + 10] or 0), position[TIME_DIGITS + 10 :]
    columns = (f"{prefix}played_at", f"{prefix}order", f"{prefix}key")
    at = time_of_position(position)
    return Q(**{f"{columns[0]}__gte": at}) & Q(TupleGreaterThan(columns, (at, order, key)))


def rating_due(pool: str, *, most: int, after: str = "", until: str = "") -> list[DueGame]:
    """Games of the pool whose result or time changed since ratings were worked out from it, at most so many: whether
    they count now or not."""
    games = Game.objects.filter(RATING_DUE, pool=pool)
    if after:
        games = games.filter(_after(after, prefix=""))
    if until:
        games = games.exclude(_after(until, prefix=""))
    numbered = games.annotate(number=Greatest("result_fact", "time_fact")).order_by("pk")
    rows = numbered.values_list("pk", "played_at", "order", "key", "stream", "number")[:most]
    return [DueGame(game, position_of(at, order, key), stream, number) for game, at, order, key, stream, number in rows]


def pools_due() -> set[str]:
    """The pools that have such games. An index holds these games alone."""
    return set(Game.objects.filter(RATING_DUE).order_by().values_list("pool", flat=True).distinct())


def is_rating_due(pool: str) -> bool:
    return Game.objects.filter(RATING_DUE, pool=pool).exists()


def has_results(pool: str) -> bool:
    """Whether any game of the pool has a result, whatever it says."""
    return Game.objects.filter(pool=pool, result_fact__gt=0).exists()


def followed_heads(pool: str) -> dict[str, int]:
    """For each stream with games of the pool: the newest fact of a result or time that its ratings follow."""
    games = Game.objects.filter(pool=pool, rated_fact__gt=0).order_by()
    return dict(games.values_list("stream").annotate(head=Max("rated_fact")))
