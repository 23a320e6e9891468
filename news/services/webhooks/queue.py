"""What happened becomes messages to webhooks."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import partial

from django.db import transaction

from magistrar_site.shared.acts import Ids
from magistrar_site.shared.services.due import due_set
from news.models import Webhook, WebhookDelivery
from news.signals import webhook_waiting
from news.values.happenings import Happening

KIND = "news.webhook"


@transaction.atomic
def messages_add(*, happenings: Collection[Happening], ids: Ids, now: datetime) -> int:
    """A message about each of these to each webhook that wants it; returns how many. Told twice, it is one message."""
    clubs = {club for happening in happenings for club in happening.clubs}
    if not clubs:
        return 0
    wanted = [
        WebhookDelivery(
            key=ids.key(),
            webhook=webhook,
            message=happening.id,
            type=happening.type,
            stream=happening.stream,
            number=happening.number,
            created_at=now,
            due_at=now,
        )
        for webhook in Webhook.objects.filter(club__key__in=clubs, stopped_at=None).select_related("club")
        for happening in happenings
        if webhook.club.key in happening.clubs and webhook.wants(happening.type)
    ]
    WebhookDelivery.objects.bulk_create(wanted, ignore_conflicts=True, batch_size=500)
    for key in sorted({delivery.webhook.key for delivery in wanted}):
        webhook_wake(key=key, at=now)
    return len(wanted)


def webhook_wake(*, key: str, at: datetime) -> None:
    """A message waits: send it right after the commit, or, should that get lost, with what is due."""
    due_set(kind=KIND, subject=key, due_at=at)
    transaction.on_commit(partial(webhook_waiting.send, sender=Webhook, endpoint_key=key), robust=True)
