"""The outbox: a mail is kept with what causes it, sent right after, and sent later where the mail server is away."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from email.utils import make_msgid
from functools import partial
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from magistrar_site.outage import Outage
from magistrar_site.shared.models import DueWork, OutgoingMail
from magistrar_site.shared.services.due import MAX_RETRY_DELAY, due_cancel, due_kind, due_set, reconciler
from magistrar_site.shared.services.mail_limits import mail_count

logger = logging.getLogger(__name__)

KIND = "mail.send"
LONGEST = timedelta(days=3)  # as long as the links in mails are good
CLAIM = timedelta(minutes=2)  # far longer than sending takes
mail_outage = Outage()
_noted: ContextVar[list[int] | None] = ContextVar("_noted", default=None)


class OutboxBackend(BaseEmailBackend):
    """Django's way to send mail (EMAIL_BACKEND): into the outbox. What brings it on its way is MAIL_TRANSPORT."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """What people asked for themselves (a confirmation, a new password): counted, and never held back."""
        for message in email_messages:
            at = timezone.now()
            for address in message.recipients():
                mail_count(whom=address, at=at)
            mail_queue(message=message, at=at)
        return len(email_messages)


@contextmanager
def mails_noted() -> Iterator[list[int]]:
    """Within the block the mails that are queued are noted, by their primary keys."""
    noted: list[int] = []
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def mails_waiting(mails: Collection[int]) -> bool:
    """Whether any of the mails couldn't be sent yet."""
    return bool(mails) and OutgoingMail.objects.filter(pk__in=mails).exists()


@transaction.atomic
def mail_queue(*, message: EmailMessage, at: datetime, by_task: bool = False) -> OutgoingMail:
    """Keep a mail in the transaction at hand, and try to send it once that is through; `by_task`: the caller enqueues
    that, for each of many mails. ValueError for one with attachments: nothing here sends any."""
    if message.attachments:
        raise ValueError("A mail with attachments isn't kept.")
    alternatives = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    mail = OutgoingMail.objects.create(
        subject=str(message.subject),
        body=str(message.body),
        sender=message.from_email,
        recipients={"to": message.to, "cc": message.cc, "bcc": message.bcc, "reply_to": message.reply_to},
        # Sent twice, because a process ended in between, it is one and the same to whoever gets it.
        headers={
            "Message-ID": make_msgid(domain=urlsplit(settings.SITE_URL).hostname),
            **_plain(message.extra_headers),
        },
        alternatives=[[str(content), str(kind)] for content, kind in alternatives],
        created_at=at,
    )
    due_set(kind=KIND, subject=str(mail.pk), due_at=at + CLAIM)  # should this process end meanwhile
    noted = _noted.get()
    if noted is not None:
        noted.append(mail.pk)
    if not by_task:
        transaction.on_commit(partial(mail_send, mail=mail.pk, at=at))
    return mail


def _plain(headers: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in headers.items()}


def mail_send(*, mail: int, at: datetime) -> bool:
    """Try to send a mail; whether the mail server took it. Else it is tried again, after 1, 2, 4 ... minutes, for three
    days. Not within a transaction: a mail server that is away takes its time. Two at once send it once."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=at)
    claimed = OutgoingMail.objects.filter(free, pk=mail).update(claimed_until=at + CLAIM)
    row = OutgoingMail.objects.filter(pk=mail).first() if claimed else None
    if row is None:
        return False
    try:
        if mail_outage:
            raise ConnectionError("The mail server was away just now.")
        _message(row).send()
    except (smtplib.SMTPException, OSError, ValueError) as error:
        if not isinstance(error, smtplib.SMTPRecipientsRefused | ValueError):
            mail_outage.begin()
        _put_off(row, at, error)
        return False
    with transaction.atomic():
        row.delete()
        due_cancel(kind=KIND, subject=str(mail))
    return True


def _message(row: OutgoingMail) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        subject=row.subject,
        body=row.body,
        from_email=row.sender,
        headers=row.headers,
        connection=get_connection(settings.MAIL_TRANSPORT),
        **row.recipients,
    )
    for content, kind in row.alternatives:
        message.attach_alternative(content, kind)
    return message


@transaction.atomic
def _put_off(row: OutgoingMail, at: datetime, error: Exception) -> None:
    told = {"mail": row.pk, "attempts": row.attempts + 1, "error": type(error).__name__}  # never the address
    if at - row.created_at > LONGEST:
        logger.error("mail given up", extra=told)
        row.delete()
        return
    logger.warning("mail not sent, it is tried again", extra=told)
    delay = min(timedelta(minutes=2 ** min(row.attempts, 10)), MAX_RETRY_DELAY)
    OutgoingMail.objects.filter(pk=row.pk).update(claimed_until=None, attempts=F("attempts") + 1)
    due_set(kind=KIND, subject=str(row.pk), due_at=at + delay)


@due_kind(KIND)
def _send_due(subject: str, now: datetime) -> None:
    transaction.on_commit(partial(mail_send, mail=int(subject), at=now))


@reconciler
def mails_left(now: datetime) -> int:
    """Plan what nobody plans to send any more, because a process ended just then."""
    planned = DueWork.objects.filter(kind=KIND).values_list("subject", flat=True)
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    left = set(OutgoingMail.objects.filter(free).values_list("pk", flat=True)) - {int(pk) for pk in planned}
    for pk in left:
        due_set(kind=KIND, subject=str(pk), due_at=now)
    return len(left)
