"""What players of a ladder are told by mail, if they agreed to mails of the club: that they are challenged, what became
of a challenge of theirs, and that a day is left to answer. An accepted challenge has the reminders of every fixture."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games.selectors.mail import languages_agreed
from games.services.mail import stop_token
from magistrar_site.accounts.selectors.users import confirmed_addresses, users_by_pk
from magistrar_site.shared.services.mail import mail_queue
from magistrar_site.shared.services.mail_limits import mail_count
from tournaments.models import Challenge, Entry, Event
from tournaments.selectors.ladder import LadderNow
from tournaments.selectors.mailings import Reader
from tournaments.services.announcements.mail import sends_mail
from tournaments.services.ladder.words import moment_words
from tournaments.signals import mails_written

REMIND = timedelta(days=1)  # so long before a challenge must be answered


class ChallengeNews(StrEnum):
    CHALLENGED = "challenged"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    A_DAY_LEFT = "a_day_left"


def challenge_mail(
    *, at: datetime, challenge: Challenge, news: ChallengeNews, deadline: datetime | None = None
) -> bool:
    """Write a mail about a challenge to whom the news is for; whether there was one to write. `deadline`, in the zone
    of the event: until when it must be answered or played. The caller's transaction holds it."""
    is_to_challenged = news in {ChallengeNews.CHALLENGED, ChallengeNews.WITHDRAWN, ChallengeNews.A_DAY_LEFT}
    to, other = challenge.challenged, challenge.challenger
    if not is_to_challenged:
        to, other = other, to
    event = challenge.stage.event
    reader = _reader(event, to)
    if reader is None or not _within_limits(event, reader, at):
        return False
    stop = f"{settings.SITE_URL}{reverse('games:mail_stop', args=[stop_token(user=reader.user, club=event.club)])}"
    with translation.override(reader.language):
        context = {
            "event": event,
            "club": event.club,
            "news": news.value,
            "name": other.player.public_name,
            "until": moment_words(deadline) if deadline is not None else "",
            "address": f"{settings.SITE_URL}{reverse('tournaments:own_ladder', args=[to.key])}",
            "stop": stop,
        }
        subject = render_to_string("mail/challenge_subject.txt", context).strip()
        body = render_to_string("mail/challenge.txt", context)
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",  # no answers of "I am on holiday"
    }
    message = EmailMessage(subject=subject, body=body, to=[reader.address], headers=headers)
    mail = mail_queue(message=message, at=at, by_task=True).pk
    transaction.on_commit(lambda: mails_written.send(sender=Event, mails=[mail]))
    return True


def _reader(event: Event, entry: Entry) -> Reader | None:
    """The account of the entry's player, if mails may go there."""
    account = entry.player.user_id
    if account is None or entry.is_claim or not sends_mail():
        return None
    agreed = languages_agreed(event.club)
    addresses = confirmed_addresses([account]) if account in agreed else {}
    if account not in addresses:
        return None
    return Reader(users_by_pk([account])[account], addresses[account], agreed[account])


def _within_limits(event: Event, reader: Reader, at: datetime) -> bool:
    """Whether one more mail may go to the reader: then it is counted."""
    most = {reader.address: settings.MAILS_PER_PERSON, f"club:{event.club.key}": settings.MAILS_PER_CLUB}
    with transaction.atomic():
        is_within = all(mail_count(whom=whom, at=at, most=limit) for whom, limit in most.items())
        transaction.set_rollback(not is_within)
    return is_within


def reminders_mail(now: LadderNow) -> None:
    """To everybody who has a day or less to answer a challenge: once for each."""
    at = now.now.astimezone(timezone.get_default_timezone())
    for each in now.open_challenges:
        deadline = now.deadline(each)
        if each.accepted_at is not None or not deadline - REMIND <= now.now < deadline:
            continue
        # Counted on the day of the deadline, which isn't over yet: so it is told once, however often this is run.
        if mail_count(whom=f"challenge:{each.key}", at=deadline, most=1):
            challenge = now.challenges[each.key]
            challenge.stage = now.stage
            challenge_mail(at=at, challenge=challenge, news=ChallengeNews.A_DAY_LEFT, deadline=deadline)
