from __future__ import annotations

from collections.abc import Iterable

from magistrar_site.accounts.models import User


def user_by_key(key: str) -> User:
    return User.objects.get(key=key)


def user_lock(key: str) -> None:
    """Locks the account's row until the transaction ends: what it does twice at once is done one after the other."""
    User.objects.select_for_update().get(key=key)


def user_by_email(email: str) -> User | None:
    """The account with that address, in any case."""
    return User.objects.filter(email__iexact=email.strip()).first()


def users_by_keys(keys: Iterable[str]) -> dict[str, User]:
    """Accounts by key; those that are gone are left out."""
    return {user.key: user for user in User.objects.filter(key__in=list(keys))}


def user_keys() -> list[str]:
    return list(User.objects.order_by("pk").values_list("key", flat=True))
