from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from magistrar_site.shared.enqueue import begins
from news.services.telling import stream_tell
from news.services.webhooks.deliver import webhook_send


@shared_task(ignore_result=True)
def tell_stream(stream: str) -> None:
    """Tell what happened in an event or a league."""
    begins(tell_stream, stream)
    stream_tell(stream=stream, now=timezone.now())


@shared_task(ignore_result=True)
def send_webhook(key: str) -> None:
    """Send what waits for a webhook."""
    begins(send_webhook, key)
    webhook_send(key=key, now=timezone.now())
