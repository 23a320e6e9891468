"""A mail server for tests of mails to players, and accounts that may get them."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import translation

from games.services.mail import mail_agree
from magistrar_site.accounts.models import User
from tests.evening import Evening
from tournaments.models import Entry, Event

TRANSPORT = f"{__name__}.Taking"


class Taking(BaseEmailBackend):
    """Takes every mail."""

    taken: ClassVar[list[Any]] = []

    def send_messages(self, email_messages: Any) -> int:
        Taking.taken += email_messages
        return len(email_messages)


def mail_server(settings: Any) -> list[Any]:
    """Switches mail on; returns the list of mails that are taken from now on."""
    settings.EMAIL_HOST, settings.MAIL_TRANSPORT = "mail.example", TRANSPORT
    Taking.taken = []
    return Taking.taken


def reader(
    evening: Evening, entry: Entry, *, language: str = "en", agrees: bool = True, confirmed: bool = True
) -> User:
    """The account of an entry's player, who agreed to mails of the club."""
    user = evening.account(f"{entry.player.name.casefold()}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=confirmed)
    entry.player.user = user
    entry.player.save(update_fields=["user"])
    if agrees:
        with translation.override(language):
            mail_agree(act=evening.by_user(user), club=evening.club)
    return user


def entries_of(event: Event) -> list[Entry]:
    return list(Entry.objects.filter(event=event).select_related("player").order_by("pk"))
