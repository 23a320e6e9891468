from __future__ import annotations

from datetime import UTC, datetime

import pytest
from rest_framework.exceptions import ValidationError

from magistrar_site.shared.api.fields import InstantField


def test_time_with_an_offset_is_an_instant() -> None:
    assert InstantField().run_validation("2026-03-06T19:00-05:00") == datetime(2026, 3, 7, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize("text", ["2026-03-06T19:00", "0001-01-01T00:00", "2027-03-28T02:30"])
def test_time_without_an_offset_is_refused(text: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        InstantField().run_validation(text)

    assert [detail.code for detail in refusal.value.detail] == ["no_offset"]


@pytest.mark.parametrize("text", ["0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00"])
def test_time_beyond_the_calendar_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        InstantField().run_validation(text)
