"""Secrets and signatures as the Standard Webhooks specification has them."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime

from django.conf import settings
from django.utils.crypto import salted_hmac
from standardwebhooks import Webhook as Signer

from news.models import Webhook

SALT = "magistrar.webhook"


def secret_of(webhook: Webhook, number: int | None = None, *, key: str | None = None) -> str:
    """The webhook's secret of that number, the newest by default. It is stored nowhere: it follows from the site's own
    key, which `key` replaces."""
    value = f"{webhook.key}.{webhook.secret_number if number is None else number}"
    digest = salted_hmac(SALT, value, secret=key or settings.SECRET_KEY, algorithm="sha256").digest()
    return f"whsec_{b64encode(digest).decode()}"


def signed_headers(webhook: Webhook, message: str, at: datetime, body: str) -> dict[str, str]:
    """The headers by which a receiver knows that a message is ours: signed with the newest secret, with the one before
    while that still counts, and where the site's own key was changed, with those that follow from the old one."""
    numbers = [webhook.secret_number]
    if webhook.earlier_until is not None and at < webhook.earlier_until:
        numbers.append(webhook.secret_number - 1)
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    sent_at = at.astimezone(UTC)
    signatures = [
        Signer(secret_of(webhook, number, key=key)).sign(message, sent_at, body) for number in numbers for key in keys
    ]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(sent_at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
