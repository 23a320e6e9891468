"""Opening and closing times across the changes to and from summer time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.errors import Invalid
from tests.extent import examples
from tournaments.services.zone_times import instant_of, is_shown_twice

BERLIN = "Europe/Berlin"


def shown(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    "local, instant",
    [
        ("2026-03-29T01:59", "2026-03-29T00:59+00:00"),
        ("2026-03-29T03:00", "2026-03-29T01:00+00:00"),
        ("2026-10-25T01:59", "2026-10-24T23:59+00:00"),
        ("2026-10-25T03:00", "2026-10-25T02:00+00:00"),
        ("2026-07-01T12:00", "2026-07-01T10:00+00:00"),
        ("2026-12-01T12:00", "2026-12-01T11:00+00:00"),
    ],
)
@pytest.mark.parametrize("second", [False, True])
def test_time_that_clocks_show_once_is_that_instant(local: str, instant: str, second: bool) -> None:
    assert instant_of(shown(local), BERLIN, field="opens_at", second=second) == shown(instant)
    assert not is_shown_twice(shown(local), BERLIN)


@pytest.mark.parametrize("local", ["2026-03-29T02:00", "2026-03-29T02:30", "2026-03-29T02:59"])
@pytest.mark.parametrize("second", [False, True])
def test_time_that_clocks_skip_is_refused_with_another_one(local: str, second: bool) -> None:
    with pytest.raises(Invalid) as caught:
        instant_of(shown(local), BERLIN, field="closes_at", second=second)
    assert (caught.value.code, list(caught.value.fields)) == ("no_such_time", ["closes_at"])
    assert local[-5:] in str(caught.value.message)
    assert not is_shown_twice(shown(local), BERLIN)


@pytest.mark.parametrize("second, instant", [(False, "2026-10-25T00:30+00:00"), (True, "2026-10-25T01:30+00:00")])
def test_time_that_clocks_show_twice_opens_at_the_first_and_closes_at_the_second(second: bool, instant: str) -> None:
    local = shown("2026-10-25T02:30")
    assert instant_of(local, BERLIN, field="x", second=second) == shown(instant)
    assert is_shown_twice(local, BERLIN)


@pytest.mark.parametrize("local", ["0001-01-01T00:00", "1999-12-31T23:59", "9999-12-31T23:59"])
def test_year_that_cannot_be_meant_is_refused(local: str) -> None:
    with pytest.raises(Invalid) as caught:
        instant_of(shown(local), BERLIN, field="x")
    assert caught.value.code == "year_out_of_range"


@examples(400)
@given(
    st.datetimes(datetime(2000, 1, 2), datetime(2100, 1, 1)),  # noqa: DTZ001 # what clocks show
    st.sampled_from([BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC", "Africa/Casablanca"]),
)
def test_every_instant_comes_back_from_what_clocks_show_of_it(moment: datetime, zone: str) -> None:
    instant = moment.replace(tzinfo=UTC, microsecond=0)
    local = instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)
    both = {instant_of(local, zone, field="x", second=second) for second in (False, True)}
    assert instant in both
    assert (len(both) == 2) == is_shown_twice(local, zone)
    assert max(both) - min(both) <= timedelta(hours=2)
