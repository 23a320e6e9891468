"""What owners of a club do with its webhooks."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.due import due_cancel
from magistrar_site.shared.services.facts import fact_append, stream_lock, stream_name
from news.enums import DeliveryState, HappeningType
from news.facts import WebhookSet
from news.models import Webhook, WebhookDelivery
from news.services.webhooks.contents import TEST
from news.services.webhooks.queue import KIND, webhook_wake
from news.services.webhooks.signing import secret_of

if TYPE_CHECKING:
    from games.models import Club

MOST = 10  # of a club
LONGEST_URL = 500
OVERLAP = timedelta(days=1)  # for so long the secret before counts too
TESTS = 10  # of a club in TESTS_WITHIN
TESTS_WITHIN = timedelta(hours=1)
LEAST_PORT = 1024  # others than 443 below it belong to other services


@transaction.atomic
def webhook_add(*, act: Act, club: Club, url: str, types: Collection[str] = ()) -> tuple[Webhook, str]:
    """A new webhook and its secret, which is shown this once. DomainError `too_many_webhooks`; Invalid as
    `checked_url`, `no_such_type`."""
    require_club(act, club, Action.MANAGE_CLUB)
    address, wanted = checked_url(url), checked_types(types)
    stream_lock(stream=stream_name("club", club.key))
    if Webhook.objects.filter(club=club).count() >= MOST:
        raise DomainError("too_many_webhooks", _("A club has ten webhooks at most. Remove one first."))
    webhook = Webhook.objects.create(key=act.ids.key(), club=club, url=address, types=wanted, created_at=act.at)
    _note(act, webhook, "added")
    return webhook, secret_of(webhook)


@transaction.atomic
def webhook_change(
    *, act: Act, webhook: Webhook, url: str | None = None, types: Collection[str] | None = None
) -> Webhook:
    """Another address or other types; what is None stays. What waits goes to the new address, now, and what failed at
    the one before doesn't count any more."""
    webhook = _for_change(act, webhook)
    address = webhook.url if url is None else checked_url(url)
    if address != webhook.url:
        webhook.url, webhook.failing_since = address, None
        waiting = WebhookDelivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING)
        if waiting.update(due_at=act.at):
            webhook_wake(key=webhook.key, at=act.at)
    webhook.types = webhook.types if types is None else checked_types(types)
    webhook.save(update_fields=["url", "types", "failing_since"])
    _note(act, webhook, "changed")
    return webhook


@transaction.atomic
def webhook_remove(*, act: Act, webhook: Webhook) -> None:
    """Away with it, and with its log."""
    webhook = _for_change(act, webhook)
    _note(act, webhook, "removed")
    due_cancel(kind=KIND, subject=webhook.key)
    webhook.delete()


@transaction.atomic
def webhook_stop(*, act: Act, webhook: Webhook) -> Webhook:
    """Send nothing more until it is resumed; what waits is given up. Twice is once."""
    webhook = _for_change(act, webhook)
    if webhook.stopped_at is None:
        webhook.stopped_at = act.at
        webhook.save(update_fields=["stopped_at"])
        WebhookDelivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING).update(state=DeliveryState.FAILED)
        _note(act, webhook, "stopped")
    return webhook


@transaction.atomic
def webhook_resume(*, act: Act, webhook: Webhook) -> Webhook:
    """Send again what happens from now on. Twice is once."""
    webhook = _for_change(act, webhook)
    if webhook.stopped_at is not None:
        webhook.stopped_at, webhook.failing_since = None, None
        webhook.save(update_fields=["stopped_at", "failing_since"])
        _note(act, webhook, "resumed")
    return webhook


@transaction.atomic
def webhook_secret_renew(*, act: Act, webhook: Webhook) -> tuple[Webhook, str]:
    """A new secret, shown this once. For a day messages are signed with the one before too."""
    webhook = _for_change(act, webhook)
    webhook.secret_number += 1
    webhook.earlier_until = act.at + OVERLAP
    webhook.save(update_fields=["secret_number", "earlier_until"])
    _note(act, webhook, "new_secret")
    return webhook, secret_of(webhook)


@transaction.atomic
def webhook_test(*, act: Act, webhook: Webhook) -> WebhookDelivery:
    """Send a test message, once. DomainError `stopped`; `too_many_tests` while one waits, and beyond `TESTS`."""
    webhook = _for_change(act, webhook)
    if webhook.stopped_at is not None:
        raise DomainError("stopped", _("This webhook is stopped. Resume it first."))
    stream_lock(stream=stream_name("club", webhook.club.key))
    tests = WebhookDelivery.objects.filter(webhook__club=webhook.club, type=TEST)
    recent = tests.filter(created_at__gt=act.at - TESTS_WITHIN).count()
    if recent >= TESTS or tests.filter(webhook=webhook, state=DeliveryState.WAITING).exists():
        text = _("A test is on its way, or the club has sent ten within an hour. Wait a little.")
        raise DomainError("too_many_tests", text, status=429)
    key = act.ids.key()
    delivery = WebhookDelivery.objects.create(
        key=key, webhook=webhook, message=f"test_{key}", type=TEST, created_at=act.at, due_at=act.at
    )
    webhook_wake(key=webhook.key, at=act.at)
    return delivery


def _for_change(act: Act, webhook: Webhook) -> Webhook:
    locked = Webhook.objects.select_for_update(of=("self",)).select_related("club").get(pk=webhook.pk)
    require_club(act, locked.club, Action.MANAGE_CLUB)
    return locked


def _note(act: Act, webhook: Webhook, step: str) -> None:
    fact = WebhookSet(webhook=webhook.key, step=step)  # type: ignore[arg-type] # one of the steps above
    fact_append(act=act, stream=stream_name("club", webhook.club.key), fact=fact)


def checked_url(url: str) -> str:
    """The address as it is called: https, a name, no password. Where the name leads is checked when it is called, each
    time. Invalid `no_webhook_address`."""
    text = url.strip()
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port or 443
    except (ValueError, UnicodeError):
        raise _no_address(_("This isn’t a web address. It is like https://example.org/magistrar.")) from None
    if parts.scheme != "https":
        raise _no_address(_("The address must begin with https://."))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _no_address(_("Leave out names, passwords and what is behind a #."))
    if not text.isascii() or not text.isprintable() or " " in text or len(text) > LONGEST_URL:
        raise _no_address(_("At most 500 plain characters without spaces."))
    if "." not in host or not host.rstrip(".").rpartition(".")[2][:1].isalpha() or ":" in host:
        raise _no_address(_("Use the full name of a server, not a number."))
    if port != 443 and port < LEAST_PORT:
        raise _no_address(_("Use port 443, or one from 1024 on."))
    return text


def _no_address(text: object) -> Invalid:
    return Invalid("no_webhook_address", _("Messages can’t be sent there."), fields={"url": text})  # type: ignore[dict-item]


def checked_types(types: Collection[str]) -> list[str]:
    """In the order of `HappeningType`. Invalid `no_such_type`."""
    wanted = set(types)
    if not wanted <= set(HappeningType.values):
        raise Invalid(
            "no_such_type", _("There is no such type of happening."), fields={"types": _("Choose from the list.")}
        )
    return [value for value in HappeningType.values if value in wanted]
