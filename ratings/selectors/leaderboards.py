"""A leaderboard, and any page of it. Ranks and places are counted from the players' points when it is read:
a result moves many of them, and writes none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, overload

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When

from games.selectors.club_lists import players_in_club
from games.selectors.name_search import players_spelt
from ratings.models import Pool, PoolState, Rating
from ratings.selectors.generations import Generation, shown_ratings

if TYPE_CHECKING:
    from games.models import Player


SMALL_CLUB = 1000
ACTIVE = {"3": timedelta(days=92), "12": timedelta(days=366)}  # months in which somebody played last


def largest_pool() -> Pool | None:
    """The pool that is shown where none is named: the service's own before those of clubs, then the one that lists the
    most players, of equals the oldest; None where there is none. Another club's evening moves no leaderboard out of
    sight."""
    listed = shown_ratings().filter(points__isnull=False).order_by()
    pools = Pool.objects.exclude(club__is_hidden=True).select_related("club").order_by("pk")
    of_pool = Rating.objects.filter(pool=OuterRef("pk"), generation=OuterRef("state__generation"), points__isnull=False)
    listing = pools.filter(Exists(of_pool))
    found = list(listing.filter(club=None)) or list(listing) or list(pools[:1])
    if len(found) < 2:  # as a rule: nobody needs to be counted
        return found[0] if found else None
    counts = dict(listed.filter(pool__in=found).values_list("pool").annotate(listed=Count("pk")))
    return min(found, key=lambda pool: (-counts[pool.pk], pool.pk))


@dataclass(frozen=True)
class Filters:
    """The filters of a leaderboard: players of a club (its slug), who played since then, with at least so many
    games, whose name holds what was typed. Ranks stay those of the whole pool."""

    club: str = ""
    since: datetime | None = None
    games: int = 0
    name: str = ""

    @property
    def is_any(self) -> bool:
        return bool(self.club or self.since or self.games or self.name)


@dataclass(frozen=True)
class LeaderboardPage:
    """Rows with their players and clubs, best first, and the places of the first and last where there are others
    before and after them: 0 where there are none. `ranked`: how many there are in the whole pool, and `points` how many
    have each number of points."""

    rows: list[Rating]
    before: int = 0
    after: int = 0
    ranked: int = 0
    points: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The number of players of a pool who have more than so many points, the most points first: now (`ahead`), and
    before the last day of play, which began at `day`. `listed`: how many are ranked."""

    generation: Generation
    day: datetime | None
    ahead: Mapping[int, int]
    ahead_before: Mapping[int, int]
    listed: int

    def rank(self, row: Rating) -> Rating:
        """The row with its rank now and before the last day of play."""
        before = row.points_before if self.day is not None and row.last_played_at >= self.day else row.points
        row.rank = None if row.points is None else self.ahead[row.points] + 1
        row.previous_rank = None if before is None else self.ahead_before[before] + 1
        return row

    def counts(self) -> dict[int, int]:
        """How many players have each number of points, the most points first."""
        listed = [(points, ahead) for points, ahead in self.ahead.items() if ahead < self.listed]
        if not listed:
            return {}
        ends = [*(ahead for _points, ahead in listed[1:]), self.listed]
        return {points: end - ahead for (points, ahead), end in zip(listed, ends, strict=True) if end > ahead}

    def points_at(self, place: int) -> tuple[int, int] | None:
        """The points of whoever stands behind so many others, and how many of these have the same points; None behind
        the last."""
        if place >= self.listed:
            return None
        points = next(points for points, ahead in reversed(list(self.ahead.items())) if ahead <= place)
        return points, place - self.ahead[points]


def ranking_of(pool: Pool) -> Ranking | None:
    """Counts what ranks follow from: an index is read and no row. None where nothing is worked out."""
    state = PoolState.objects.filter(pool=pool).first()
    if state is None:
        return None
    generation = Generation(pool, state.generation, state.oldest)
    listed = generation.ratings().filter(points__isnull=False).order_by("-points")
    counts = Counter(dict(listed.values_list("points").annotate(players=Count("pk"))))
    before = counts.copy()
    if state.last_day_from is not None:
        moved = generation.ratings().filter(last_played_at__gte=state.last_day_from)
        for points, points_before in moved.values_list("points", "points_before"):
            before[points] -= 1
            before[points_before] += 1
    before.pop(None, None)
    return Ranking(generation, state.last_day_from, _ahead(counts), _ahead(before), counts.total())


def _ahead(counts: Mapping[int, int]) -> dict[int, int]:
    """For each number of points, how many have more; the most points first."""
    ordered = sorted(counts, reverse=True)
    return dict(zip(ordered, accumulate((counts[points] for points in ordered), initial=0), strict=False))


def ranked_alone(row: Rating) -> Rating:
    """A rating, with its pool and the pool's state, and its rank: counted for it alone."""
    state = row.pool.state
    generation = Generation(row.pool, state.generation, state.oldest)
    day = state.last_day_from
    has_moved = day is not None and row.last_played_at >= day
    before = row.points_before if has_moved else row.points
    listed = generation.ratings()
    if row.points is not None:
        row.rank = listed.filter(points__gt=row.points).count() + 1
    if before is not None:
        rested = listed.filter(points__gt=before)
        moved = listed.filter(points_before__gt=before, last_played_at__gte=day).count() if day else 0
        row.previous_rank = moved + (rested.filter(last_played_at__lt=day) if day else rested).count() + 1
    return row


def leaderboard_page(pool: Pool, filters: Filters, *, size: int, after: int = 0, before: int = 0) -> LeaderboardPage:
    """The first `size` rows behind the place `after`, or the last ones in front of the place `before`: from the points
    of who stands at that place on. What is before it is counted by an index and not read."""
    ranking = ranking_of(pool)
    if ranking is None:
        return LeaderboardPage([])
    backwards = before > 0 and not after
    border = ranking.points_at(before - 1 if backwards else after)
    chosen = _ordered(_filtered(ranking, filters))
    if backwards:
        rows = _in_front(ranking, chosen, border, size + 1)
    else:
        rows = _behind(ranking, chosen, border, size + 1) if border else []
    more, shown = len(rows) > size, sorted(rows[:size], key=lambda row: -(row.points or 0))
    if backwards:
        shown = rows[:size][::-1]
    if not shown:
        return LeaderboardPage([], ranked=ranking.listed, points=ranking.counts())
    for row in shown:
        ranking.rank(row)
    has_earlier, has_later = (more, True) if backwards else (after > 0, more)
    if filters.is_any:
        first, last = (_place(ranking, shown[at]) if has else 0 for at, has in ((0, has_earlier), (-1, has_later)))
    else:
        behind = min(before - 1, ranking.listed) if backwards else after + len(shown)
        first, last = has_earlier * (behind - len(shown) + 1), has_later * behind
    return LeaderboardPage(shown, first, last, ranked=ranking.listed, points=ranking.counts())


def _filtered(ranking: Ranking, filters: Filters) -> QuerySet[Rating]:
    return ranking.generation.ratings().filter(_fitting(filters), points__isnull=False)


def _ordered(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    """Best first; those who share points by name, and by code who hides the name."""
    shown = Case(When(player__hides_name=True, then=F("player__key")), default=F("player__folded_name"))
    return rows.annotate(shown=shown).select_related("player__club").order_by("-points", "shown", "player__key")


def _equals(ranking: Ranking, points: int) -> list[int]:
    """All who share such points, in their order, by primary key."""
    return list(_ordered(ranking.generation.ratings().filter(points=points)).values_list("pk", flat=True))


def _behind(ranking: Ranking, rows: QuerySet[Rating], border: tuple[int, int], most: int) -> list[Rating]:
    points, within = border
    skipped = _equals(ranking, points)[:within] if within else []
    return list(rows.filter(points__lte=points).exclude(pk__in=skipped)[:most])


def _in_front(ranking: Ranking, rows: QuerySet[Rating], border: tuple[int, int] | None, most: int) -> list[Rating]:
    """From the border backwards; from the last one where it lies behind all."""
    backwards = rows.reverse()
    if border is None:
        return list(backwards[:most])
    points, within = border
    skipped = _equals(ranking, points)[within:]
    return list(backwards.filter(points__gte=points).exclude(pk__in=skipped)[:most])


def _place(ranking: Ranking, row: Rating) -> int:
    """The number of those who are ranked in front of a row, with it."""
    points = row.points or 0
    return ranking.ahead[points] + _equals(ranking, points).index(row.pk) + 1


class RankedRows(Sequence[Rating]):
    """All ranked ratings of a pool that fit, with their players, best first: read a part at a time."""

    def __init__(self, ranking: Ranking | None, rows: QuerySet[Rating]) -> None:
        self._ranking, self._rows = ranking, rows

    def __len__(self) -> int:
        return self._rows.count()

    def __iter__(self) -> Iterator[Rating]:
        return (self._ranking.rank(row) for row in self._rows) if self._ranking else iter(())

    @overload
    def __getitem__(self, at: int) -> Rating: ...

    @overload
    def __getitem__(self, at: slice) -> list[Rating]: ...

    def __getitem__(self, at: int | slice) -> Rating | list[Rating]:
        if self._ranking is None:
            return [][at]
        found = self._rows[at]
        return self._ranking.rank(found) if isinstance(found, Rating) else [self._ranking.rank(row) for row in found]


def leaderboard_rows(pool: Pool, filters: Filters | None = None) -> RankedRows:
    """All ranked ratings that fit, with their players, best first; those who share a rank by name."""
    ranking = ranking_of(pool)
    rows = _ordered(_filtered(ranking, filters or Filters())) if ranking else Rating.objects.none()
    return RankedRows(ranking, rows)


def _players_of(club: str) -> list[int] | QuerySet[Player]:
    """A small club's players by key, so that their rows alone are read; a large one's as a condition, of which a page
    is soon full. Databases can't tell which it is, and would go through the whole leaderboard for a handful."""
    players = players_in_club(club)
    few = list(players.values_list("pk", flat=True)[: SMALL_CLUB + 1])
    return few if len(few) <= SMALL_CLUB else players


def _fitting(filters: Filters) -> Q:
    chosen = Q()
    if filters.since:
        chosen &= Q(last_played_at__gte=filters.since)
    if filters.games:
        chosen &= Q(games__gte=filters.games)
    if filters.club:
        chosen &= Q(player__in=_players_of(filters.club))
    if filters.name:
        chosen &= Q(player__in=players_spelt(filters.name))
    return chosen
