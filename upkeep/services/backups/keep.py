"""Which backups stay: the newest few, and the newest of each of the last days, weeks and months that have one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Keeping:
    """How many backups of each kind stay. A backup counts in every kind that it fits."""

    newest: int = 3
    daily: int = 7
    weekly: int = 4
    monthly: int = 12


def kept_times(times: Iterable[datetime], keeping: Keeping, zone: ZoneInfo) -> set[datetime]:
    """The times of the backups that stay; days, weeks (from Monday) and months are those of `zone`."""
    newest_first = sorted(set(times), reverse=True)
    kept = set(newest_first[: max(keeping.newest, 1)])
    periods: list[tuple[int, Callable[[datetime], tuple[int, ...]]]] = [
        (keeping.daily, lambda at: (at.year, at.month, at.day)),
        (keeping.weekly, lambda at: at.isocalendar()[:2]),
        (keeping.monthly, lambda at: (at.year, at.month)),
    ]
    for most, period_of in periods:
        newest_of: dict[tuple[int, ...], datetime] = {}
        for at in newest_first:
            newest_of.setdefault(period_of(at.astimezone(zone)), at)
        kept.update(list(newest_of.values())[:most])
    return kept
