from __future__ import annotations

from magistrar_site.accounts.models import User


def user_by_key(key: str) -> User:
    return User.objects.get(key=key)


def user_by_email(email: str) -> User | None:
    """The account with that address, in any case."""
    return User.objects.filter(email__iexact=email.strip()).first()
