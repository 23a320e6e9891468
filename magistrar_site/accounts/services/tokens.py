from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import ApiToken, User
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid, NotAllowed

SCOPES = ("read", "submit", "organise")
PREFIX_LENGTH = 8


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def token_create(
    *, act: Act, user: User, name: str, scopes: Collection[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token and its secret ("PREFIX_REST"), which can't be shown again. Invalid `unknown_scope`."""
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown or not scopes:
        raise Invalid("unknown_scope", _("Choose from the scopes read, submit and organise."), fields={"scopes": ""})
    prefix, rest = secrets.token_hex(PREFIX_LENGTH // 2), secrets.token_urlsafe(32)
    secret = f"{prefix}_{rest}"
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=prefix,
        digest=_digest(secret),
        scopes=sorted(scopes),
        created_at=act.at,
        expires_at=expires_at,
    )
    return token, secret


def token_revoke(*, act: Act, token: ApiToken) -> None:
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=act.at)


def token_read(*, secret: str, now: datetime) -> ApiToken:
    """The token of a secret. NotAllowed `bad_token` for anything that isn't one of ours, or is expired or revoked."""
    refusal = NotAllowed("bad_token", _("This API token is unknown, expired or revoked."), status=401)
    token = ApiToken.objects.select_related("user").filter(prefix=secret[:PREFIX_LENGTH]).first()
    good = constant_time_compare(token.digest if token else _digest(""), _digest(secret))
    if token is None or not good or token.revoked_at is not None or not token.user.is_active:
        raise refusal
    if token.expires_at is not None and token.expires_at <= now:
        raise refusal
    if token.last_used_on != now.date():
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=now.date())
    return token
