"""Ways in for people who can't sign in: the first account of a new site, a new password, a locked sign-in."""

from __future__ import annotations

import logging
from datetime import timedelta

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import User
from magistrar_site.accounts.selectors.users import is_run_by_nobody
from magistrar_site.accounts.services.accounts import account_create, require_staff
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import NotAllowed, NotFound

logger = logging.getLogger(__name__)

FIRST_LINK_AGE = timedelta(days=3)
SALT, VALUE = "magistrar.first-account", "first"


def first_link_path() -> str:
    """The address of the page that makes the first account that runs the service: good for `FIRST_LINK_AGE`, and only
    while nobody runs it. Only whoever knows the site's secret key can make one."""
    return reverse("accounts:first", args=[signing.TimestampSigner(salt=SALT).sign(VALUE)])


def require_first_link(token: str) -> None:
    """NotFound where somebody runs the service already; NotAllowed unless the token is one of `first_link_path`."""
    if not is_run_by_nobody():
        raise NotFound("run_by_somebody", _("Somebody runs this site already."))
    try:
        signing.TimestampSigner(salt=SALT).unsign(token, max_age=FIRST_LINK_AGE)
    except signing.BadSignature:
        raise NotAllowed(
            "first_link_bad", _("This link is too old, or a part of it is missing. Have a new one printed.")
        ) from None


@transaction.atomic
def first_account_create(*, token: str, email: str, password: str) -> User:
    """The first account that runs the service. Its address counts as confirmed: whoever has the link has the machine.
    NotFound and NotAllowed as `require_first_link`; Invalid `address_taken`."""
    require_first_link(token)
    user = account_create(email=email, password=password, runs_the_service=True)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    logger.info("first account that runs the service", extra={"account": user.key})
    return user


@transaction.atomic
def first_account_choose(*, token: str, user: User) -> None:
    """An account that is there already runs the service from now on, as the first. NotFound and NotAllowed as
    `require_first_link`."""
    require_first_link(token)
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    logger.info("first account that runs the service", extra={"account": user.key})


def account_empower(*, act: Act, user: User) -> None:
    """The account runs the service from now on. NotAllowed unless the actor does, or is a command."""
    require_staff(act)
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    logger.info("account runs the service", extra={"account": user.key, "by": str(act.actor)})


def password_link_path(*, act: Act, user: User) -> str:
    """The address of the page where the account's owner chooses a new password, as a mail would bring it. Good for
    PASSWORD_RESET_TIMEOUT (three days), and until a password is chosen. NotAllowed unless the actor runs the service or
    is a command."""
    require_staff(act)
    key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(user)
    logger.info("link for a new password", extra={"account": user.key, "by": str(act.actor)})
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": key})


def account_unlock(*, act: Act, user: User, second_factor: bool = False) -> None:
    """Wrong passwords so far don't count any more, so that the account's owner may try again at once. `second_factor`:
    take the second factor away too, for somebody who has lost it. NotAllowed unless the actor runs the service or is a
    command."""
    require_staff(act)
    User.objects.filter(pk=user.pk).update(unlocked_at=act.at)
    if second_factor:
        Authenticator.objects.filter(user=user).delete()
    logger.info("sign-in unlocked", extra={"account": user.key, "second_factor": second_factor, "by": str(act.actor)})
