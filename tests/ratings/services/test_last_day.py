"""Which games movement is measured over: those of the last day of play."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ratings.services.board import last_day_begins

pytestmark = pytest.mark.pure


def left(*times: str) -> int:
    """How many of the games are of earlier days; times are day and hour of a month."""
    played_at = [datetime(2026, 3, *map(int, time.split("-")), tzinfo=UTC) for time in times]
    begins = last_day_begins(played_at)
    return sum(begins is not None and at < begins for at in played_at)


@pytest.mark.parametrize(
    "times, earlier",
    [
        ((), 0),
        (("1-18",), 0),
        (("1-18", "8-18", "8-20"), 1),
        (("1-18", "8-22", "8-23", "9-0", "9-2"), 1),  # an evening past midnight
        (("7-18", "8-9", "8-20"), 1),  # a long day is one all the same
        (("7-18", "8-2"), 1),  # a night's break begins a new day
        (("7-10", "7-14", "7-18", "7-22", "8-2", "8-6"), 2),  # play around the clock is cut after half a day
    ],
)
def test_an_evening_is_one_day_of_play(times: tuple[str, ...], earlier: int) -> None:
    assert left(*times) == earlier
