"""Who of an event can be told something by mail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from games.selectors.mail import languages_agreed
from magistrar_site.accounts.selectors.users import confirmed_addresses, user_by_key, users_by_pk
from tournaments.enums import EntryState
from tournaments.models import Entry, Event, Mailing

if TYPE_CHECKING:
    from games.models import Club
    from magistrar_site.accounts.models import User

TOLD = (EntryState.REGISTERED, EntryState.WAITING, EntryState.ACTIVE, EntryState.PAUSED)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who gets a mail: the account, its confirmed address, and the language in which it agreed."""

    user: User
    address: str
    language: str


def mail_readers(event: Event) -> list[Reader]:
    """The accounts of those who take part (or wait for a place), have a confirmed address, and agreed to mails of the
    club; in the order of their keys."""
    agreed = languages_agreed(event.club)
    here = Entry.objects.filter(event=event, state__in=TOLD, player__user__in=list(agreed), is_claim=False)
    addresses = confirmed_addresses(here.values_list("player__user", flat=True))
    users = users_by_pk(addresses)
    return sorted(
        (Reader(users[pk], address, agreed[pk]) for pk, address in addresses.items()), key=lambda row: row.user.key
    )


def told_entries(event: Event) -> int:
    """How many take part, or wait for a place."""
    return Entry.objects.filter(event=event, state__in=TOLD).count()


def clubs_of_player(user_key: str) -> list[Club]:
    """The clubs with an event that the account's player entered."""
    events = Event.objects.filter(entries__player__user__key=user_key).select_related("club")
    return list({event.club.pk: event.club for event in events.order_by("club__name", "pk")}.values())


def has_confirmed_address(user_key: str) -> bool:
    user = user_by_key(user_key)
    return user.pk in confirmed_addresses([user.pk])


def mailings_by_occasion(event: Event, occasions: Iterable[str]) -> dict[str, Mailing]:
    return {row.occasion: row for row in Mailing.objects.filter(event=event, occasion__in=list(occasions))}


def mailings_left(asked_before: datetime) -> list[str]:
    """The keys of mailings that were asked for before then and that nobody has written, oldest first."""
    rows = Mailing.objects.filter(done_at=None, asked_at__lt=asked_before).order_by("asked_at", "pk")
    return list(rows.values_list("key", flat=True))
