"""Mails about news: at once, or once a day, one about all that waits. Each has a link that stops them (RFC 8058)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.selectors.mail import language_agreed
from magistrar_site.accounts.selectors.users import confirmed_addresses, users_by_keys
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.services.due import due_kind
from magistrar_site.shared.services.mail import mail_queue
from magistrar_site.shared.services.mail_limits import mail_count
from news.enums import MailChoice, NoticeKind
from news.models import NewsChoice, Notice
from news.services.notice_words import notices_said
from news.services.notices import MAIL_DAILY, MAIL_NOW
from tournaments.services.announcements.mail import sends_mail
from tournaments.signals import mails_written

SALT = "magistrar.news-stop"
MOST_LINES = 50


@due_kind(MAIL_NOW)
def _mail_now(subject: str, now: datetime) -> None:
    notices_mail(user_key=subject, how=MailChoice.NOW, now=now)


@due_kind(MAIL_DAILY)
def _mail_daily(subject: str, now: datetime) -> None:
    notices_mail(user_key=subject, how=MailChoice.DAILY, now=now)


@transaction.atomic
def notices_mail(*, user_key: str, how: MailChoice, now: datetime) -> bool:
    """One mail about all of an account's notices that wait for one of that kind; False where nothing is written: they
    say nothing any more, there is no confirmed address, or the day's limit is reached. Then nothing waits any more."""
    user = users_by_keys([user_key]).get(user_key)
    if user is None:
        return False
    waiting = Notice.objects.select_for_update().filter(user=user, mail=how)
    rows = list(waiting.order_by("at", "pk"))
    Notice.objects.filter(pk__in=[row.pk for row in rows]).update(mail="")
    address = confirmed_addresses([user.pk]).get(user.pk) if sends_mail() else None
    chosen = NewsChoice.objects.filter(user=user).values_list("language", flat=True).first()
    with translation.override(chosen or language_agreed(user.pk) or settings.LANGUAGE_CODE):
        said = notices_said(user, [row for row in rows if row.read_at is None])[-MOST_LINES:] if address else []
        if (
            not said
            or not address
            or not mail_count(whom=f"news:{address}", at=now, most=settings.NEWS_MAILS_PER_PERSON)
        ):
            return False
        stop = f"{settings.SITE_URL}{reverse('news:stop', args=[stop_token(user_key)])}"
        context = {
            "lines": [(row.text, f"{settings.SITE_URL}{row.path}") for row in said],
            "choices": f"{settings.SITE_URL}{reverse('news:choices')}",
            "stop": stop,
        }
        subject = render_to_string("mail/news_subject.txt", context).strip()
        body = render_to_string("mail/news.txt", context)
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",  # no answers of "I am on holiday"
    }
    message = EmailMessage(subject=subject, body=body, to=[address], headers=headers)
    mail = mail_queue(message=message, at=now, by_task=True).pk
    transaction.on_commit(lambda: mails_written.send(sender=Notice, mails=[mail]))
    return True


def stop_token(user_key: str) -> str:
    """What a mail carries to stop mails about news to this account, without signing in. Good for ever."""
    return signing.Signer(salt=SALT, sep=".").sign(user_key)


def news_stop_by_token(*, token: str) -> None:
    """No mail about news goes to the account any more. Twice is once. NotFound for a token that isn't ours."""
    user = users_by_keys([key := _read(token)]).get(key)
    if user is None:
        return
    never = dict.fromkeys(NoticeKind.values, str(MailChoice.NEVER))
    NewsChoice.objects.update_or_create(
        user=user, defaults={"mail": never}, create_defaults={"mail": never, "language": translation.get_language()}
    )
    Notice.objects.filter(user=user).exclude(mail="").update(mail="")


def is_stopped_by_token(*, token: str) -> bool:
    """Whether no mail about news goes to the account now. NotFound as above."""
    choice = NewsChoice.objects.filter(user__key=_read(token)).first()
    return choice is not None and all(choice.mail.get(kind) == MailChoice.NEVER for kind in NoticeKind.values)


def _read(token: str) -> str:
    try:
        return signing.Signer(salt=SALT, sep=".").unsign(token)
    except signing.BadSignature:
        raise NotFound("bad_stop_link", _("This link is incomplete. Copy all of it from the mail.")) from None
