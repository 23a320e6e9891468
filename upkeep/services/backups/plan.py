"""When a backup is due: one for each slot, a day or whatever BACKUP_MINUTES says. A machine that was off makes it as
soon as it is on again."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

EPOCH = datetime(2000, 1, 1)  # noqa: DTZ001 -- a wall clock's time, in the zone of the service


def slot_at(at: datetime) -> str:
    """The slot that `at` lies in, named by when it began; empty where no backups are made by themselves. Slots of a
    day begin at BACKUP_HOUR of the service's time zone."""
    minutes: int = settings.BACKUP_MINUTES
    if not minutes:
        return ""
    local = at.astimezone(ZoneInfo(settings.TIME_ZONE)).replace(tzinfo=None)
    first, length = EPOCH + timedelta(hours=settings.BACKUP_HOUR), timedelta(minutes=minutes)
    return f"{first + (local - first) // length * length:%Y-%m-%dT%H:%M}"
