from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import NotFound
from news.models import Webhook, WebhookAttempt, WebhookDelivery

if TYPE_CHECKING:
    from games.models import Club


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """The club's webhooks, oldest first."""
    return Webhook.objects.filter(club=club).select_related("club").order_by("created_at", "key")


def webhook_of(club: Club, key: str) -> Webhook:
    """NotFound where the club has no such webhook."""
    webhook = webhooks_of(club).filter(key=key).first()
    if webhook is None:
        raise NotFound("no_such_webhook", _("This club has no such webhook."))
    return webhook


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """What was sent and waits, newest first, with its attempts."""
    attempts = Prefetch("attempts", queryset=WebhookAttempt.objects.order_by("number"))
    return WebhookDelivery.objects.filter(webhook=webhook).order_by("-pk").prefetch_related(attempts)
