"""What brings news on their way."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.dispatch import receiver

from magistrar_site.shared.enqueue import enqueue_once
from magistrar_site.shared.selectors.facts import streams_to_tell
from magistrar_site.shared.services.due import reconciler
from news.services import notice_mails  # noqa: F401 # registers what is due
from news.services.notices import notices_clear
from news.services.webhooks.deliver import deliveries_clear
from news.signals import webhook_waiting
from news.tasks import send_webhook, tell_stream

CLEAR_EVERY = timedelta(hours=6)
_cleared: list[datetime] = []  # when this process last did


@reconciler
def tell_what_happened(now: datetime) -> int:
    """Tell the facts that weren't told. 0: nothing is behind, for this is how all news are brought on their way."""
    for stream in streams_to_tell():
        enqueue_once(tell_stream, stream)
    return 0


@receiver(webhook_waiting, dispatch_uid="news.send_to_webhook")
def send_to_webhook(*, endpoint_key: str, **_kwargs: Any) -> None:
    enqueue_once(send_webhook, endpoint_key, slow=True)


@reconciler
def clear_logs(now: datetime) -> int:
    """Delete what is kept for a term."""
    if not _cleared or now - _cleared[0] >= CLEAR_EVERY:
        _cleared[:] = [now]
        deliveries_clear(now=now)
        notices_clear(now=now)
    return 0
