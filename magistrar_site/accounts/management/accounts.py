"""Finding the account that a command is about."""

from __future__ import annotations

from django.core.management.base import CommandError

from magistrar_site.accounts.models import User
from magistrar_site.accounts.selectors.users import user_by_email


def account_called(email: str) -> User:
    """The account with that e-mail address. CommandError where there is none."""
    user = user_by_email(email)
    if user is None:
        raise CommandError(f"No account has the address {email}. The admin (/admin/accounts/user/) lists all accounts.")
    return user
