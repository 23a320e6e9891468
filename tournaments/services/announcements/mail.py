"""Mails to the players of an event. Asked for in the transaction of what they tell of, written by a task into the
outbox, and handed to the mail server one by one: each exactly once into the outbox, however often the task runs."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games.services.mail import stop_token
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.mail import mail_queue
from magistrar_site.shared.services.mail_limits import mail_count
from tournaments.enums import MailTopic
from tournaments.models import Event, Mailing
from tournaments.selectors.mailings import Reader, mail_readers
from tournaments.selectors.overseers import parent_of
from tournaments.signals import mailing_asked


def sends_mail() -> bool:
    """Whether the service has a mail server."""
    return bool(settings.EMAIL_HOST)


@transaction.atomic
def entrants_mail(*, act: Act, event: Event, topic: MailTopic, occasion: str, text: str = "") -> Mailing | None:
    """Tell by mail everybody who takes part in the event or waits for a place, has an account with a confirmed address,
    and agreed to mails of the club. For the transaction of what happened: if that fails, nobody is told. `occasion`
    names what happened (60 letters at most; the key of an announcement, "cancelled:" with the number of the fact): the
    same one is told once, however often it is asked for. `text` is plain, and the
    reason where something is cancelled. None where the service sends no mail.
    Permission is the caller's."""
    if not sends_mail():
        return None
    mailing, is_new = Mailing.objects.get_or_create(
        event=event,
        occasion=occasion,
        defaults={"key": act.ids.key(), "topic": topic, "text": text, "asked_at": act.at},
    )
    if is_new:
        transaction.on_commit(lambda: mailing_asked.send(sender=Mailing, mailing_key=mailing.key))
    return mailing


@transaction.atomic
def mailing_write(*, key: str, at: datetime) -> list[int]:
    """Write the mails of a mailing into the outbox, all or none, unless that was done; returns their primary keys.
    A person who had the day's mails, and everybody once the club had its own, is left out: but the first time on a
    day that an event is cancelled, everybody is told.
    Run twice, late or at once with another, it writes them once."""
    rows = Mailing.objects.select_for_update(of=("self",)).filter(key=key, done_at=None)
    mailing = rows.select_related("event__club").first()
    if mailing is None:
        return []
    readers = mail_readers(mailing.event)
    let_through = readers if _goes_to_all(mailing) else [row for row in readers if _within_limits(mailing, row, at)]
    mails = [_written(mailing, reader, at) for reader in let_through]
    mailing.text, mailing.done_at = "", at
    mailing.mailed, mailing.held_back = len(mails), len(readers) - len(mails)
    mailing.save(update_fields=["text", "done_at", "mailed", "held_back"])
    return mails


def _goes_to_all(mailing: Mailing) -> bool:
    """Whether no limit holds it back: the event is cancelled, for the first time that day."""
    if mailing.topic != MailTopic.CANCELLATION:
        return False
    earlier = Mailing.objects.filter(event=mailing.event, topic=MailTopic.CANCELLATION, pk__lt=mailing.pk)
    return not earlier.filter(asked_at__date=timezone.localdate(mailing.asked_at)).exists()


def _within_limits(mailing: Mailing, reader: Reader, at: datetime) -> bool:
    """Whether one more mail of the day may go to the reader: then it is counted, for both."""
    most = {reader.address: settings.MAILS_PER_PERSON, f"club:{mailing.event.club.key}": settings.MAILS_PER_CLUB}
    with transaction.atomic():
        is_within = all(mail_count(whom=whom, at=at, most=limit) for whom, limit in most.items())
        transaction.set_rollback(not is_within)
    return is_within


def _written(mailing: Mailing, reader: Reader, at: datetime) -> int:
    event = mailing.event
    path = reverse("games:mail_stop", args=[stop_token(user=reader.user, club=event.club)])
    stop = f"{settings.SITE_URL}{path}"
    parent = parent_of(event)
    context = {
        "answer": f"{settings.SITE_URL}{parent.path}" if parent else "",
        "event": event,
        "club": event.club,
        "text": mailing.text,
        "address": f"{settings.SITE_URL}{reverse('tournaments:event', args=[event.slug])}",
        "stop": stop,
        "topic": mailing.topic,
    }
    with translation.override(reader.language):
        subject = render_to_string("mail/entrants_subject.txt", context).strip()
        body = render_to_string("mail/entrants.txt", context)
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",  # no answers of "I am on holiday"
    }
    message = EmailMessage(subject=subject, body=body, to=[reader.address], headers=headers)
    return mail_queue(message=message, at=at, by_task=True).pk
