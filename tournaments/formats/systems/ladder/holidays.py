"""Days away: they suspend the deadlines of challenges and the clock of idle players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta

from tournaments.formats.systems.ladder.values import Away, Back, Happening, LadderRules

ONE_DAY = timedelta(days=1)
Days = Collection[date]


def days_away(happenings: Iterable[Happening]) -> Mapping[str, Days]:
    """The days on which each player is or was away. `happenings` are in order of time."""
    away: dict[str, set[date]] = defaultdict(set)
    for happening in happenings:
        if isinstance(happening, Away):
            first = max(happening.first, happening.at.date())
            away[happening.player].update(days_between(first, happening.last))
        elif isinstance(happening, Back):
            back = happening.at.date()
            away[happening.player] = {day for day in away[happening.player] if day < back}
    return away


def days_between(first: date, last: date) -> Iterable[date]:
    """The days from `first` to `last`, both included; none where `last` is earlier."""
    return (first + ONE_DAY * number for number in range((last - first).days + 1))


def after_days(start: date, days: int, away: Days) -> date:
    """The day on which so many days have passed since `start`, days away not counted. It is `start` itself for 0."""
    day = start
    while days > 0:
        day += ONE_DAY
        days -= day not in away
    return day


def holidays_left(away: Days, year: int, rules: LadderRules) -> int:
    """How many more days a player may be away in that year."""
    return max(0, rules.holiday - sum(day.year == year for day in away))
