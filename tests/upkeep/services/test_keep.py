"""Which backups stay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from upkeep.services.backups.keep import Keeping, kept_times

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 29, 4, 0, tzinfo=UTC)
DAYS = [NOW - timedelta(days=day) for day in range(400)]


def kept_days(keeping: Keeping) -> list[int]:
    return sorted((NOW - at).days for at in kept_times(DAYS, keeping, BERLIN))


def test_days_weeks_and_months_are_kept() -> None:
    # 29 November 2026 is a Sunday: weeks end 0, 7, 14 and 21 days ago, months 0, 29, 60 ... days ago.
    kept = kept_days(Keeping(newest=3, daily=7, weekly=4, monthly=3))
    assert kept == [0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 29, 60]


def test_a_year_of_days_leaves_twenty_one() -> None:
    assert len(kept_days(Keeping())) == 7 + 3 + 11


def test_the_newest_stays_whatever_the_rules_say() -> None:
    assert kept_days(Keeping(newest=0, daily=0, weekly=0, monthly=0)) == [0]


def test_what_is_kept_one_day_is_kept_the_next_until_it_falls_out() -> None:
    """Deleting daily leaves what deleting once would."""
    keeping, there = Keeping(newest=2, daily=3, weekly=2, monthly=2), set[datetime]()
    for day in reversed(DAYS[:200]):
        there = kept_times(there | {day}, keeping, BERLIN)
    assert sorted((NOW - at).days for at in there) == [0, 1, 2, 7, 29]


def test_several_a_day_are_one_day() -> None:
    quarters = [NOW - timedelta(minutes=15 * number) for number in range(12)]
    assert kept_times(quarters, Keeping(newest=4, daily=7), BERLIN) == {*quarters[:4]}
