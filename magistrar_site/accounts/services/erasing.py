"""Deleting an account: its address, password, second factor, tokens, sessions and roles."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import transaction

from magistrar_site.accounts.models import User
from magistrar_site.shared.selectors.mail import mails_to
from magistrar_site.shared.services.erasing import admin_log_erase


@transaction.atomic
def account_erase(*, user: User) -> None:
    """Delete an account for good. What it did stays in the facts under its key, which says nobody's name. Permission is
    the caller's."""
    for session in Session.objects.iterator(500):
        if str(session.get_decoded().get("_auth_user_id", "")) == str(user.pk):
            session.delete()
    addresses = {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    for mail in (mail for address in sorted(addresses) for mail in mails_to(address)):
        mail.delete()
    admin_log_erase([user])
    user.delete()  # tokens, roles, e-mail addresses and second factors go with it


def password_is(user: User, password: str) -> bool:
    """Whether it is the account's password; never for an account without one."""
    return user.has_usable_password() and user.check_password(password)
