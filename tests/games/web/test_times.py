"""Times as pages show them, in the night in which a clock shows an hour twice."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

SHOWN = Template('{% load times %}{{ at|clock_time }} {{ at|clock_time:"H:i:s" }} {% event_time_text at zone %}')


@pytest.mark.parametrize(
    "zone, instant, time",
    [
        ("Europe/Berlin", "2026-10-24T23:59+00:00", "01:59"),
        ("Europe/Berlin", "2026-10-25T00:30+00:00", "02:30 CEST"),
        ("Europe/Berlin", "2026-10-25T01:30+00:00", "02:30 CET"),
        ("Europe/Berlin", "2026-10-25T02:00+00:00", "03:00"),
        ("Europe/Berlin", "2026-03-29T01:00+00:00", "03:00"),  # 02:00 to 03:00 was skipped
        ("Australia/Lord_Howe", "2026-04-04T14:45+00:00", "01:45 UTC+11"),  # half an hour back
        ("Australia/Lord_Howe", "2026-04-04T15:15+00:00", "01:45 UTC+1030"),
    ],
)
def test_time_that_comes_twice_says_which_it_is(zone: str, instant: str, time: str) -> None:
    clock, _space, name = time.partition(" ")
    with timezone.override(zone), translation.override("en"):
        shown = SHOWN.render(Context({"at": datetime.fromisoformat(instant), "zone": zone}))
    assert shown.startswith(f"{time} {clock}:00{f' {name}' if name else ''} ")
    assert shown.endswith(f"2026, {time}")


def test_time_that_is_not_there_is_empty() -> None:
    assert Template("{% load times %}{{ at|clock_time }}").render(Context({"at": None})) == ""


@pytest.mark.parametrize(
    "zone, instant, said",
    [
        ("Europe/Berlin", "2026-11-29T23:00+00:00", "29 Nov 2026, 24:00; 29 Nov 2026"),
        ("Europe/Berlin", "2026-11-29T22:30+00:00", "29 Nov 2026, 23:30; 29 Nov 2026"),
        ("Asia/Tokyo", "2026-12-31T15:00+00:00", "31 Dec 2026, 24:00; 31 Dec 2026"),
    ],
)
def test_time_that_ends_at_midnight_ends_with_the_day_before(zone: str, instant: str, said: str) -> None:
    shown = Template("{% load times %}{% deadline_text at zone %}; {{ at|last_day }}")
    with timezone.override(zone), translation.override("en"):
        assert shown.render(Context({"at": datetime.fromisoformat(instant), "zone": zone})) == said
