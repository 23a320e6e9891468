"""A leaderboard, and any page of it: found by the stored place, whatever stands before it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.selectors.club_lists import players_in_club
from games.selectors.name_search import players_spelt
from ratings.models import Pool, Rating

if TYPE_CHECKING:
    from games.models import Player


SMALL_CLUB = 1000
ACTIVE = {"3": timedelta(days=92), "12": timedelta(days=366)}  # months in which somebody played last


def largest_pool() -> Pool | None:
    """The pool that lists the most players, of equals the oldest; None where there is none. The newest club's first
    evening moves no leaderboard out of sight."""
    listed = Rating.objects.filter(pool=OuterRef("pk"), place__isnull=False).order_by("-place").values("place")[:1]
    pools = Pool.objects.annotate(listed=Coalesce(Subquery(listed), 0))
    return pools.select_related("club").order_by("-listed", "pk").first()


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
    before and after them: 0 where there are none."""

    rows: list[Rating]
    before: int = 0
    after: int = 0


def leaderboard_page(pool: Pool, filters: Filters, *, size: int, after: int = 0, before: int = 0) -> LeaderboardPage:
    """The first `size` rows behind the place `after`, or the last ones in front of the place `before`. Two queries: the
    places by an index that has all that is filtered by, then the rows; and one more for a club's players."""
    backwards = before > 0 and not after
    ranked = _ranked(pool, filters)
    if backwards:
        places = ranked.filter(place__lt=before).order_by("-place")
    else:
        places = ranked.filter(place__gt=after).order_by("place")
    found = [place for place in places.values_list("place", flat=True)[: size + 1] if place is not None]
    more, shown = len(found) > size, sorted(found[:size])
    if not shown:
        return LeaderboardPage([])
    rows = Rating.objects.filter(pool=pool, place__in=shown).select_related("player__club").order_by("place")
    has_earlier, has_later = (more, True) if backwards else (after > 0, more)
    return LeaderboardPage(list(rows), shown[0] if has_earlier else 0, shown[-1] if has_later else 0)


def leaderboard_rows(pool: Pool, filters: Filters) -> QuerySet[Rating]:
    """All ranked ratings that fit, with their players, best first; those who share a rank by name."""
    return _ranked(pool, filters).select_related("player__club").order_by("place")


def last_place(pool: Pool) -> int:
    """The number of players who are ranked in a pool."""
    return Rating.objects.filter(pool=pool).aggregate(last=Max("place"))["last"] or 0


def _players_of(club: str) -> list[int] | QuerySet[Player]:
    """A small club's players by key, so that their rows alone are read; a large one's as a condition, of which a page
    is soon full. Databases can't tell which it is, and would go through the whole leaderboard for a handful."""
    players = players_in_club(club)
    few = list(players.values_list("pk", flat=True)[: SMALL_CLUB + 1])
    return few if len(few) <= SMALL_CLUB else players


def _ranked(pool: Pool, filters: Filters) -> QuerySet[Rating]:
    chosen = Q(pool=pool, place__isnull=False)
    if filters.since:
        chosen &= Q(last_played_at__gte=filters.since)
    if filters.games:
        chosen &= Q(games__gte=filters.games)
    if filters.club:
        chosen &= Q(player__in=_players_of(filters.club))
    if filters.name:
        chosen &= Q(player__in=players_spelt(filters.name))
    return Rating.objects.filter(chosen)
