from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import ApiToken, User
from magistrar_site.shared.errors import NotFound


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """An account's tokens, newest first, revoked ones too."""
    return ApiToken.objects.filter(user=user).order_by("-created_at", "prefix")


def token_by_prefix(user: User, prefix: str) -> ApiToken:
    """NotFound where the account has no such token."""
    token = ApiToken.objects.filter(user=user, prefix=prefix).first()
    if token is None:
        raise NotFound("no_such_token", _("You have no API token that begins like this."))
    return token
