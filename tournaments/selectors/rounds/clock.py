"""A round's clock, and the time that its games carry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from tournaments.models import Event, Round
from tournaments.selectors.events import PUBLIC_ROUNDS


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock as it shows at an instant. `ends_at` is None while it doesn't run; `remaining` never exceeds the
    whole time, so that a server's clock that jumps back costs nobody anything, and is never negative."""

    minutes: int
    remaining: timedelta
    ends_at: datetime | None
    is_started: bool
    is_paused: bool

    @property
    def is_over(self) -> bool:
        return self.is_started and not self.remaining

    @property
    def remaining_minutes(self) -> int:
        """Whole minutes, begun ones counted."""
        return -(-int(self.remaining.total_seconds()) // 60)


def clock_of(round_: Round, now: datetime) -> Clock | None:
    """The clock worked out from the stored instants; None where the round has none."""
    if not round_.clock_minutes:
        return None
    whole = timedelta(minutes=round_.clock_minutes)
    started, paused = round_.clock_started_at, round_.clock_paused_at
    if started is None:
        return Clock(round_.clock_minutes, whole, None, is_started=False, is_paused=False)
    end = started + whole + timedelta(seconds=round_.clock_paused_seconds)
    remaining = min(max(end - (paused or now), timedelta()), whole)
    return Clock(
        round_.clock_minutes, remaining, None if paused else end, is_started=True, is_paused=paused is not None
    )


def time_of_games(agreed_at: datetime | None, opens_at: datetime | None, event_starts_at: datetime) -> datetime:
    """The time of a match's games: as its two agreed, else the start of its own window or of its round, else the
    event's start. Games of one time are in the order of rounds and tables."""
    return agreed_at or opens_at or event_starts_at


def rounds_with_windows(events: Iterable[Event]) -> QuerySet[Round]:
    """The public rounds of the events that are played within a time that is said, with their stages, in order."""
    rounds = Round.objects.filter(stage__event__in=list(events), state__in=PUBLIC_ROUNDS, ends_at__isnull=False)
    return rounds.defer("engine").select_related("stage").order_by("stage__event", "stage__number", "number")
