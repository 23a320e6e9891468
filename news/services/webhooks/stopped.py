"""A webhook that fails for three days, or whose server says that it is gone, is stopped, and its owners are told."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.enums import Action
from games.selectors.clubs import accounts_with
from magistrar_site.accounts.selectors.users import confirmed_addresses, users_by_keys
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.services.facts import fact_append, stream_name
from magistrar_site.shared.services.mail import mail_queue
from news.enums import DeliveryState, Trouble
from news.facts import WebhookSet
from news.models import NewsChoice, Webhook, WebhookDelivery
from tournaments.services.announcements.mail import sends_mail


def webhook_fails(*, webhook: Webhook, at: datetime, trouble: Trouble) -> None:
    """Stop it: what waits is given up. Within the caller's transaction. Twice is once."""
    if not Webhook.objects.filter(pk=webhook.pk, stopped_at=None).update(stopped_at=at):
        return
    WebhookDelivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING).update(state=DeliveryState.FAILED)
    fact_append(
        act=Act(Actor("system", "webhooks"), at),
        stream=stream_name("club", webhook.club.key),
        fact=WebhookSet(webhook=webhook.key, step="stopped"),
    )
    if sends_mail():
        _owners_mail(webhook, at, trouble)


def _owners_mail(webhook: Webhook, at: datetime, trouble: Trouble) -> None:
    owners = users_by_keys(accounts_with(Action.MANAGE_CLUB, [webhook.club]))
    users = {user.pk: user for user in owners.values()}
    languages = dict(NewsChoice.objects.filter(user__in=users).values_list("user_id", "language"))
    address = reverse("news:webhooks", args=[webhook.club.slug])
    for pk, recipient in sorted(confirmed_addresses(users).items()):
        with translation.override(languages.get(pk, settings.LANGUAGE_CODE)):
            context = {
                "club": webhook.club,
                "host": urlsplit(webhook.url).hostname,
                "trouble": trouble.label,
                "address": f"{settings.SITE_URL}{address}",
            }
            subject = render_to_string("mail/webhook_stopped_subject.txt", context).strip()
            body = render_to_string("mail/webhook_stopped.txt", context)
        headers = {"Auto-Submitted": "auto-generated"}
        mail_queue(message=EmailMessage(subject=subject, body=body, to=[recipient], headers=headers), at=at)
