"""Mails of clubs: an account agrees, and stops them again by one click (RFC 8058)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core import signing
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.models import Club, MailConsent
from magistrar_site.accounts.selectors.users import user_by_key
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import NotAllowed, NotFound

if TYPE_CHECKING:
    from magistrar_site.accounts.models import User

SALT = "magistrar.mail-stop"


def mail_agree(*, act: Act, club: Club) -> None:
    """The actor's account agrees to mails of the club, in the language that is active. Twice is once. NotAllowed
    `sign_in` for whoever has no account."""
    user = _account(act)
    MailConsent.objects.get_or_create(
        user=user, club=club, defaults={"language": translation.get_language() or "en", "agreed_at": act.at}
    )


def mail_stop(*, act: Act, club: Club) -> None:
    """The actor's account gets no more mails of the club. Twice is once."""
    MailConsent.objects.filter(user=_account(act), club=club).delete()


def _account(act: Act) -> User:
    if act.actor.kind != "user":
        raise NotAllowed("sign_in", _("Sign in with your account first."))
    return user_by_key(act.actor.key)


def stop_token(*, user: User, club: Club) -> str:
    """What a mail carries to stop mails of the club to this account, without signing in. Good for ever."""
    return signing.Signer(salt=SALT, sep=".").sign(f"{user.key}.{club.key}")


def club_of_stop_token(token: str) -> Club:
    """The club whose mails it stops. NotFound where it was not signed by us, or the club is gone."""
    _user_key, club_key = _read(token)
    club = Club.objects.filter(key=club_key).first()
    if club is None:
        raise _bad_token()
    return club


def mail_stop_by_token(*, token: str) -> None:
    """No more mails of the club to the account, whoever asks. Twice is once. NotFound for a token that isn't ours."""
    user_key, club_key = _read(token)
    MailConsent.objects.filter(user__key=user_key, club__key=club_key).delete()


def is_stopped_by_token(*, token: str) -> bool:
    """Whether the account gets no mails of the club now. NotFound as above."""
    user_key, club_key = _read(token)
    return not MailConsent.objects.filter(user__key=user_key, club__key=club_key).exists()


def _read(token: str) -> tuple[str, str]:
    try:
        user_key, club_key = signing.Signer(salt=SALT, sep=".").unsign(token).split(".")
    except (signing.BadSignature, ValueError):
        raise _bad_token() from None
    return user_key, club_key


def _bad_token() -> NotFound:
    return NotFound("bad_stop_link", _("This link is incomplete. Copy all of it from the mail."))
