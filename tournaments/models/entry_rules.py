"""An event's rules for entering: who may sign up, when, and how many, as stored in `Event.entry_rules`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

MOST_PLACES = 2000

Instant = Annotated[datetime, Meta(tz=True)]
RatingBound = Annotated[int, Meta(ge=0, le=5000)]


class EntryRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`sign_up`: players may enter themselves, from `opens_at` (None: at once) until just before `closes_at` (None:
    until the event starts). `capacity`: places, 0 for no limit; who comes later waits. The conditions hold for those
    who enter themselves: a rating in the event's pool of at least `rating_from` and below `rating_below`, with
    `unrated` saying whether somebody without one may come; only the club's own players; so many rated games.
    `only_checked_in`: once there was a check-in, only who has checked in for the newest one is paired."""

    sign_up: bool = False
    opens_at: Instant | None = None
    closes_at: Instant | None = None
    capacity: Annotated[int, Meta(ge=0, le=MOST_PLACES)] = 0
    rating_from: RatingBound | None = None
    rating_below: RatingBound | None = None
    unrated: bool = True
    club_only: bool = False
    least_games: Annotated[int, Meta(ge=0, le=10_000)] = 0
    only_checked_in: bool = False


def entry_rules_read(stored: dict[str, Any]) -> EntryRules:
    """The rules from their stored form; msgspec.ValidationError for anything that isn't one."""
    return msgspec.convert(stored, EntryRules)


def entry_rules_store(rules: EntryRules) -> dict[str, Any]:
    """The stored form: plain JSON values, instants in ISO 8601, every member written out."""
    stored: dict[str, Any] = msgspec.to_builtins(rules)
    return stored
