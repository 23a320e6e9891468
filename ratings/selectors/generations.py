"""Which rows of a pool are shown: those of one generation at a time, so that readers see the old or the new ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery

from games.selectors.players import players_by_pk
from games.selectors.rated_games import TIME_DIGITS
from ratings.algorithms.core.values import RatingState
from ratings.models import Pool, PoolState, Rating, RatingChange

AT_ONCE = 2_000
DAY_DIGITS = 8

# What a row of a change says beside its pool, game and player, in this order.
MEMBERS = (
    *("opponent_id", "position", "score", "before", "after", "expected"),
    *("k", "games", "peak", "deviation", "volatility", "is_provisional"),
)


def day_begins(position: str) -> str:
    """The position before all games of the day (UTC) of a position, or of a day's digits."""
    return position[:DAY_DIGITS].ljust(TIME_DIGITS, "0")


class Row(NamedTuple):
    """A stored change: its primary key, game and player, and its members in the order of `MEMBERS`."""

    pk: int
    game: int
    player: int
    members: tuple[Any, ...]

    @property
    def position(self) -> str:
        return str(self.members[1])

    @property
    def state(self) -> RatingState:
        """Where the player stands after the game."""
        after, games, peak, deviation, volatility = (self.members[at] for at in (4, 7, 8, 9, 10))
        return RatingState(after, games, peak, deviation, volatility)


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation of a pool's rows. Of the changes those of older ones down to `oldest` belong to it that nothing
    has replaced."""

    pool: Pool
    number: int
    oldest: int

    def changes(self) -> QuerySet[RatingChange]:
        in_time = Q(generation__gte=self.oldest, generation__lte=self.number)
        stands = Q(replaced_in=None) | Q(replaced_in__gt=self.number)
        return RatingChange.objects.filter(in_time & stands, pool=self.pool)

    def ratings(self) -> QuerySet[Rating]:
        return Rating.objects.filter(pool=self.pool, generation=self.number)

    def rows(self, changes: QuerySet[RatingChange]) -> list[Row]:
        """Some of its changes, as plain values."""
        found = changes.values_list("pk", "game_id", "player_id", *MEMBERS)
        return [Row(pk, game, player, tuple(members)) for pk, game, player, *members in found]

    def newest_row(self, player: int, before: str = "") -> Row | None:
        """A player's last change, or the last one before a position."""
        changes = self.changes().filter(player=player)
        if before:
            changes = changes.filter(position__lt=before)
        return next(iter(self.rows(changes.order_by("-position")[:1])), None)

    def newest_rows_of(self, players: Collection[int], before: str = "") -> list[Row]:
        """The last change of each of these players, or the last one before a position: one look into the index for
        each."""
        changes = self.changes().filter(player=OuterRef("pk")).order_by("-position")
        if before:
            changes = changes.filter(position__lt=before)
        newest = players_by_pk(players).annotate(newest=Subquery(changes.values("pk")[:1]))
        found = [pk for pk in newest.order_by().values_list("newest", flat=True) if pk]
        return self.rows(RatingChange.objects.filter(pk__in=found).order_by())

    def days(self, after: str, until: str) -> list[str]:
        """The days (as positions begin with them) of the changes after a position, up to another one, in order: one
        look into the index for each day, which no query of the ORM does."""
        table = connection.ops.quote_name(RatingChange._meta.db_table)
        next_one = (
            f"SELECT MIN(position) FROM {table} WHERE pool_id = %s AND generation >= %s AND generation <= %s"
            " AND (replaced_in IS NULL OR replaced_in > %s) AND position <= %s AND position > "
        )
        of_generation: list[int | str] = [self.pool.pk, self.oldest, self.number, self.number, until]
        # No hour of the day is 99.
        query = (
            f"WITH RECURSIVE played(at) AS (SELECT ({next_one} %s) UNION ALL"
            f" SELECT ({next_one} SUBSTR(played.at, 1, {DAY_DIGITS}) || '99') FROM played WHERE played.at IS NOT NULL)"
            f" SELECT SUBSTR(at, 1, {DAY_DIGITS}) FROM played WHERE at IS NOT NULL"
        )
        with connection.cursor() as cursor:
            cursor.execute(query, [*of_generation, after, *of_generation])
            return [day for (day,) in cursor.fetchall()]

    def newest_rows(self, until: str) -> list[Row]:
        """The last change of each player, up to a position."""
        changes = self.changes().filter(position__lte=until).order_by()
        newest = dict(changes.values_list("player").annotate(newest=Max("position")))
        positions = sorted(set(newest.values()))
        return [
            row
            for first in range(0, len(positions), AT_ONCE)
            for row in self.rows(changes.filter(position__in=positions[first : first + AT_ONCE]))
            if newest[row.player] == row.position
        ]


def shown_generation(pool: Pool) -> Generation | None:
    """The generation that readers see; None where the pool's ratings aren't worked out."""
    state = PoolState.objects.filter(pool=pool).first()
    return Generation(pool, state.generation, state.oldest) if state else None


def shown_changes() -> QuerySet[RatingChange]:
    """The changes of all pools that readers see."""
    in_time = Q(generation__gte=F("pool__state__oldest"), generation__lte=F("pool__state__generation"))
    stands = Q(replaced_in=None) | Q(replaced_in__gt=F("pool__state__generation"))
    return RatingChange.objects.filter(in_time & stands)


def shown_ratings() -> QuerySet[Rating]:
    """The ratings of all pools that readers see."""
    return Rating.objects.filter(generation=F("pool__state__generation"))


def rows_of_games(generation: Generation, games: Iterable[int]) -> dict[int, list[Row]]:
    """The changes of some games, by game."""
    found: dict[int, list[Row]] = {}
    for row in generation.rows(generation.changes().filter(game__in=list(games))):
        found.setdefault(row.game, []).append(row)
    return found
