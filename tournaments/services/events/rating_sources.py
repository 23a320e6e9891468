"""The ratings that an event is seeded by: the pool's or those that its lists gave, never both. 1850 in one of them says
nothing about 1850 in the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from magistrar_site.shared.selectors.facts import facts_of_kind
from ratings.selectors.ratings import whole_ratings
from tournaments.models import Entry, Event


class RatingSource(StrEnum):
    POOL = "pool"
    LIST = "list"
    NONE = "none"  # nobody had a rating when the event started


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """The source that rates more of the players, the pool where both rate as many; `unused`: how many players have a
    rating in the other alone, and count as unrated."""

    source: RatingSource
    pool: dict[str, int]
    unused: int

    def rating(self, entry: Entry) -> int:
        """The entry's rating by this source, 0 for none."""
        return entry.rating if self.source is RatingSource.LIST else self.pool.get(entry.player.key, 0)


def source_chosen(event: Event, entries: Sequence[Entry]) -> SourceChoice:
    """The source for those who would play if the event started now."""
    pool = whole_ratings(event.pool, [entry.player.key for entry in entries]) if event.pool else {}
    listed = {entry.player.key for entry in entries if entry.rating}
    source = RatingSource.LIST if len(listed) > len(pool) else RatingSource.POOL if pool else RatingSource.NONE
    left = pool.keys() - listed if source is RatingSource.LIST else listed - pool.keys()
    return SourceChoice(source, pool, len(left))


def source_of_start(event: Event) -> RatingSource | None:
    """The source of a running event's seeding; None for one that started before this was chosen."""
    started = facts_of_kind(event.stream, "event.started").first()
    said = started.members.get("ratings") if started else None
    return RatingSource(said) if said in set(RatingSource) else None


def late_rating(source: RatingSource | None, entry: Entry, pool: dict[str, int]) -> int:
    """The rating of somebody who comes late, by the source that the event started with."""
    if source is RatingSource.LIST:
        return entry.rating
    return pool.get(entry.player.key, 0 if source is RatingSource.POOL else entry.rating)
