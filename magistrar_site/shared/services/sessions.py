"""Sessions that are over, answers and counts of the day before: they may hold what somebody typed, so they don't
stay."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.core.cache import cache

from magistrar_site.shared.services.answers import answers_clear
from magistrar_site.shared.services.mail_limits import mail_counts_clear

EVERY = timedelta(days=1)
_CLEARED = "sessions-cleared"


def sessions_clear_daily(*, now: datetime) -> int:
    """Delete the sessions that have expired, at most once a day; returns how many there were. Without a shared cache
    each process counts its own day: twice at once changes nothing."""
    if not cache.add(_CLEARED, now.isoformat(), EVERY.total_seconds()):
        return 0
    answers_clear(now=now)
    mail_counts_clear(now=now)
    deleted, _by_model = Session.objects.filter(expire_date__lt=now).delete()
    return deleted
