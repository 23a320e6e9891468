from __future__ import annotations

from collections.abc import Iterable

from allauth.account.models import EmailAddress

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


def users_by_pk(pks: Iterable[int]) -> dict[int, User]:
    """Accounts by primary key."""
    return User.objects.in_bulk(list(pks))


def user_keys() -> list[str]:
    return list(User.objects.order_by("pk").values_list("key", flat=True))


def confirmed_addresses(users: Iterable[int]) -> dict[int, str]:
    """The addresses of accounts (primary keys) that are confirmed and open; others are left out."""
    rows = EmailAddress.objects.filter(user__in=list(users), user__is_active=True, primary=True, verified=True)
    return dict(rows.values_list("user_id", "email"))


def is_run_by_nobody() -> bool:
    """Whether no account that can sign in runs the service: the site is new, or has lost its last one."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()
