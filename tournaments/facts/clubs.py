"""Facts about events and seasons on their club's stream. Nothing is replayed from them."""

from __future__ import annotations

from datetime import date

from magistrar_site.shared.facts import Digest, FactPayload, Key


class EventImported(FactPayload, frozen=True, kw_only=True):
    """An event was brought in with a chain of so many facts, whose newest has this digest."""

    kind = "club.event_imported"

    event: Key
    number: int
    digest: Digest


class EventDeletedOfClub(FactPayload, frozen=True, kw_only=True):
    """An event of which nothing was played was deleted."""

    kind = "club.event_deleted"

    event: Key


class SeasonAdded(FactPayload, frozen=True, kw_only=True):
    """The name is a detail."""

    kind = "season.added"

    season: Key
    starts_on: date
    ends_on: date


class SeasonRemoved(FactPayload, frozen=True, kw_only=True):
    kind = "season.removed"

    season: Key
