from __future__ import annotations

from collections.abc import Collection

from games.models import Club, MailConsent


def languages_agreed(club: Club) -> dict[int, str]:
    """The accounts that agreed to mails of the club, by primary key, with the language of each."""
    return dict(MailConsent.objects.filter(club=club).values_list("user_id", "language"))


def clubs_agreed(user_key: str) -> list[Club]:
    """The clubs to whose mails an account agreed."""
    return list(Club.objects.filter(mail_consents__user__key=user_key).order_by("name", "key"))


def agreed_to_clubs(users: Collection[int]) -> set[tuple[int, int]]:
    """Who of these accounts agreed to mails of which club: primary keys of account and club."""
    return set(MailConsent.objects.filter(user__in=users).values_list("user_id", "club_id"))


def language_agreed(user_pk: int) -> str:
    """The language in which an account agreed to a club's mails, lately; empty where it agreed to none."""
    newest = MailConsent.objects.filter(user=user_pk).order_by("-agreed_at").values_list("language", flat=True)
    return newest.first() or ""


def has_agreed(user_key: str, club: Club) -> bool:
    return MailConsent.objects.filter(user__key=user_key, club=club).exists()
