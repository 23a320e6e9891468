"""Accounts that the service's staff suspends, and the limits of new ones. Permission and log are the caller's."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import User
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.errors import DomainError

NEW_FOR = timedelta(days=14)


def account_suspended_set(*, user_key: str, suspended: bool) -> None:
    """Let nobody sign in to an account, or let them again. Sessions and API tokens stop at once."""
    User.objects.filter(key=user_key).update(is_active=not suspended)


def account_trusted_set(*, user_key: str, trusted: bool) -> None:
    """The limits of new accounts don't hold for the account, or hold again."""
    User.objects.filter(key=user_key).update(is_trusted=trusted)


def is_new_account(actor: Actor, at: datetime) -> bool:
    """Whether the limits of new accounts hold for the actor."""
    if actor.kind != "user" or actor.staff:
        return False
    return User.objects.filter(key=actor.key, is_trusted=False, date_joined__gt=at - NEW_FOR).exists()


def refuse_new_account(most: int) -> DomainError:
    """The refusal of what a new account has done `most` times."""
    text = _("A new account can do this %(most)d times at most. Wait some days, or write to the staff of this service.")
    return DomainError("new_account", text % {"most": most}, status=429)
