"""Sending what waits for a webhook: one message after the other, each tried again with growing gaps for three days. One
that fails for three days is stopped, and its owners are told."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Min, Q

from magistrar_site.shared.models import DueWork
from magistrar_site.shared.services.due import due_cancel, due_kind, due_set, reconciler
from news.enums import DeliveryState, Trouble
from news.models import Webhook, WebhookAttempt, WebhookDelivery
from news.services.webhooks.connection import INTERNET, Answer, Network, post
from news.services.webhooks.contents import TEST, body_of, happening_of, is_ready, test_body
from news.services.webhooks.queue import KIND, webhook_wake
from news.services.webhooks.signing import signed_headers
from news.services.webhooks.stopped import webhook_fails
from news.signals import webhook_waiting

CLAIM = timedelta(minutes=5)
MOST_MESSAGES, MOST_SECONDS = 50, 60.0  # in one go
TABLES_WITHIN = timedelta(hours=1)  # for so long tables that are behind are waited for
LOOK_AGAIN = timedelta(seconds=10)
PAUSE = timedelta(minutes=1)  # after a failure nothing is sent for so long
GAPS = tuple(
    timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60)
)  # after the first, second ... failure; the last one from then on
GIVE_UP = timedelta(days=3)
STOP_AFTER = GIVE_UP - timedelta(hours=1)  # the first failure comes a little after the message
KEPT = timedelta(days=30)


def webhook_send(*, key: str, now: datetime, network: Network = INTERNET) -> int:
    """Send what is due for a webhook, oldest first; returns how many messages were delivered. Not within a transaction:
    the other side takes its time. Two at once send each message once."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    if not Webhook.objects.filter(free, key=key, stopped_at=None).update(claimed_until=now + CLAIM):
        return 0
    webhook = Webhook.objects.select_related("club").get(key=key)
    began, sent, failed = time.monotonic(), 0, False
    try:
        for delivery in _due(webhook, now):
            at = now + timedelta(seconds=time.monotonic() - began)
            outcome = _deliver(webhook, delivery, at, network)
            sent += outcome is True
            failed = outcome is False
            if failed or time.monotonic() - began > MOST_SECONDS:
                break
    finally:
        _plan(webhook, now, failed=failed)
    return sent


def _due(webhook: Webhook, now: datetime) -> Sequence[WebhookDelivery]:
    waiting = WebhookDelivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING, due_at__lte=now)
    return list(waiting.order_by("pk")[:MOST_MESSAGES])


def _deliver(webhook: Webhook, delivery: WebhookDelivery, at: datetime, network: Network) -> bool | None:
    """Send one message: whether it arrived; None where there was nothing to send."""
    rows = WebhookDelivery.objects.filter(pk=delivery.pk)
    if delivery.type == TEST:
        body: str | None = test_body(delivery.created_at)
    else:
        happening = happening_of(delivery)
        if happening is not None and not is_ready(happening) and at - delivery.created_at < TABLES_WITHIN:
            rows.update(due_at=at + LOOK_AGAIN)
            return None
        body = body_of(happening) if happening is not None else None
    if body is None:
        rows.update(state=DeliveryState.WITHDRAWN)
        return None
    headers = signed_headers(webhook, delivery.message, at, body)
    answer = post(webhook.url, body=body.encode(), headers=headers, network=network)
    _note(webhook, delivery, at, answer)
    return not answer.trouble


@transaction.atomic
def _note(webhook: Webhook, delivery: WebhookDelivery, at: datetime, answer: Answer) -> None:
    if not Webhook.objects.select_for_update().filter(pk=webhook.pk).exists():
        return  # it was removed meanwhile
    number = delivery.attempts.count() + 1
    WebhookAttempt.objects.create(
        delivery=delivery,
        number=number,
        at=at,
        status=answer.status,
        milliseconds=answer.milliseconds,
        trouble=answer.trouble,
    )
    rows = WebhookDelivery.objects.filter(pk=delivery.pk)
    if not answer.trouble:
        rows.update(state=DeliveryState.DELIVERED)
        Webhook.objects.filter(pk=webhook.pk).update(failing_since=None)
        return
    end = delivery.created_at + GIVE_UP
    is_given_up = at >= end or delivery.type == TEST
    if is_given_up:
        rows.update(state=DeliveryState.FAILED)
    else:
        rows.update(due_at=min(at + GAPS[min(number, len(GAPS)) - 1], end))
    if delivery.type == TEST:
        return  # somebody tries whether it works yet
    Webhook.objects.filter(pk=webhook.pk, failing_since=None).update(failing_since=at)
    webhook.refresh_from_db(fields=["failing_since", "stopped_at"])
    # An old failure alone isn't enough: what was tried then may have been withdrawn, and nothing else tried since.
    is_old = webhook.failing_since is not None and at - webhook.failing_since >= STOP_AFTER
    if (is_given_up and is_old) or answer.trouble == Trouble.GONE:
        webhook_fails(webhook=webhook, at=at, trouble=answer.trouble)


@transaction.atomic
def _plan(webhook: Webhook, now: datetime, *, failed: bool) -> None:
    """Let others send to it, and plan the next message."""
    Webhook.objects.filter(pk=webhook.pk).update(claimed_until=None)
    waiting = WebhookDelivery.objects.filter(webhook=webhook, webhook__stopped_at=None, state=DeliveryState.WAITING)
    due_at = waiting.aggregate(next=Min("due_at"))["next"]
    if due_at is None:
        due_cancel(kind=KIND, subject=webhook.key)
    else:
        due_set(kind=KIND, subject=webhook.key, due_at=max(due_at, now + PAUSE) if failed else due_at)


@due_kind(KIND)
def _send_due(subject: str, now: datetime) -> None:
    due_set(kind=KIND, subject=subject, due_at=now + CLAIM)  # should this process end meanwhile
    transaction.on_commit(partial(webhook_waiting.send, sender=Webhook, endpoint_key=subject), robust=True)


@reconciler
def messages_left(now: datetime) -> int:
    """Plan what nobody plans to send any more, because a process ended just then."""
    planned = DueWork.objects.filter(kind=KIND).values("subject")
    waiting = WebhookDelivery.objects.filter(state=DeliveryState.WAITING).values("webhook")
    left = Webhook.objects.filter(stopped_at=None, pk__in=waiting).exclude(key__in=planned)
    keys = list(left.values_list("key", flat=True))
    for key in keys:
        webhook_wake(key=key, at=now)
    return len(keys)


def deliveries_clear(*, now: datetime) -> int:
    """Delete what was sent, or given up, a month ago; returns how many messages."""
    old = WebhookDelivery.objects.filter(created_at__lt=now - KEPT).exclude(state=DeliveryState.WAITING)
    deleted, _by_model = old.delete()
    return deleted
