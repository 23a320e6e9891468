from __future__ import annotations

from games.models import Club, MailConsent


def languages_agreed(club: Club) -> dict[int, str]:
    """The accounts that agreed to mails of the club, by primary key, with the language of each."""
    return dict(MailConsent.objects.filter(club=club).values_list("user_id", "language"))


def clubs_agreed(user_key: str) -> list[Club]:
    """The clubs to whose mails an account agreed."""
    return list(Club.objects.filter(mail_consents__user__key=user_key).order_by("name", "key"))


def has_agreed(user_key: str, club: Club) -> bool:
    return MailConsent.objects.filter(user__key=user_key, club=club).exists()
