"""When a backup is due."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.conf import LazySettings

from upkeep.services.backups.plan import slot_at


@pytest.fixture(autouse=True)
def berlin(settings: LazySettings) -> None:
    settings.TIME_ZONE, settings.BACKUP_HOUR = "Europe/Berlin", 4


@pytest.mark.parametrize(
    "minutes, at, slot",
    [
        (1440, datetime(2026, 11, 29, 2, 59, tzinfo=UTC), "2026-11-28T04:00"),
        (1440, datetime(2026, 11, 29, 3, 0, tzinfo=UTC), "2026-11-29T04:00"),
        (1440, datetime(2026, 7, 29, 2, 0, tzinfo=UTC), "2026-07-29T04:00"),
        (15, datetime(2026, 11, 29, 18, 44, 59, tzinfo=UTC), "2026-11-29T19:30"),
        (0, datetime(2026, 11, 29, 18, 44, tzinfo=UTC), ""),
    ],
)
def test_slot_begins_at_its_hour(minutes: int, at: datetime, slot: str, settings: LazySettings) -> None:
    settings.BACKUP_MINUTES = minutes
    assert slot_at(at) == slot
