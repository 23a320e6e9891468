"""Authentication of the API: a session (with its CSRF token), an API token, or a player's personal link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from magistrar_site.accounts.models import ApiToken
from magistrar_site.accounts.services.links import link_subject
from magistrar_site.accounts.services.tokens import token_read
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import NotAllowed


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A good personal link; `subject` is the key of the entry that it speaks for."""

    subject: str


def credentials(request: Request, scheme: str) -> str | None:
    """The credentials after the scheme in the Authorization header; None where it names another one."""
    name, _blank, rest = request.headers.get("Authorization", "").partition(" ")
    return rest.strip() if name.lower() == scheme.lower() else None


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Token PREFIX_REST`. Being the first to look, it refuses every scheme that nobody reads: whoever
    sends one (`Bearer`) means to be somebody."""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        if request.headers.get("Authorization", "").partition(" ")[0].lower() not in {"", "token", "link"}:
            raise NotAllowed(
                "unknown_scheme", _("Send “Authorization: Token …” or “Authorization: Link …”, or none."), status=401
            )
        secret = credentials(request, "Token")
        if secret is None:
            return None
        token = token_read(secret=secret, now=timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class LinkAuthentication(authentication.BaseAuthentication):
    """`Authorization: Link TOKEN`"""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, OpenedLink] | None:
        token = credentials(request, "Link")
        return None if token is None else (AnonymousUser(), OpenedLink(link_subject(token)))


class SessionAuthentication(authentication.SessionAuthentication):
    """A signed-in browser; what it sends has to carry the CSRF token (header X-CSRFToken)."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise NotAllowed(
                "csrf_failed", _("Send the value of the cookie csrftoken in the header X-CSRFToken as well.")
            ) from None


def scope_needed(method: str | None, view: Any) -> str:
    """The scope that a token needs: "read" for reading, the view's own for writing."""
    return "read" if method in SAFE_METHODS else str(view.scope)


class ScopedAccess(BasePermission):
    """Everybody may read; writing needs somebody who acts, and a token needs the scope. What the actor may do is the
    services' business."""

    def has_permission(self, request: Request, view: Any) -> bool:
        reading = request.method in SAFE_METHODS
        if isinstance(request.auth, ApiToken):
            needed = scope_needed(request.method, view)
            if needed not in request.auth.scopes:
                raise NotAllowed("scope_missing", _("This API token lacks the scope “%(scope)s”.") % {"scope": needed})
            return True
        return reading or request.user.is_authenticated or isinstance(request.auth, OpenedLink)


def require_scope(request: Request, scope: str) -> None:
    """NotAllowed where a token lacks the scope: for reading what isn't public."""
    if isinstance(request.auth, ApiToken) and scope not in request.auth.scopes:
        raise NotAllowed("scope_missing", _("This API token lacks the scope “%(scope)s”.") % {"scope": scope})


def act_of_request(request: Request, *, why: str = "") -> Act:
    """The act of a request: of the account, the personal link, or nobody; with the reason that was given."""
    act = Act(actor=actor_of(request), at=timezone.now())
    return act.because(why) if why else act


def actor_of(request: Request) -> Actor:
    """The actor of a request, as the services see it."""
    if isinstance(request.auth, OpenedLink):
        return Actor("link", request.auth.subject)
    user: Any = request.user
    if user.is_authenticated:
        return Actor("user", user.key, staff=user.is_superuser)
    return NOBODY


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_requirement(self, auto_schema: Any) -> dict[str, list[str]]:
        """With the scope that it needs: OpenAPI 3.1 has a place for it, whatever the kind of scheme."""
        return {self.name: [scope_needed(auto_schema.method, auto_schema.view)]}

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token PREFIX_REST`, with the scopes read, submit and organise.",
        }


class LinkScheme(OpenApiAuthenticationExtension):
    target_class = LinkAuthentication
    name = "link"

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        """A player reads what is public and hands in; to organise, nobody's link is enough."""
        view = auto_schema.view
        is_enough = view.scope == "submit" or (view.is_public and auto_schema.method in SAFE_METHODS)
        return [{self.name: []}] if is_enough else []

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Link TOKEN`: a player's personal link in an event hands in, confirms and disputes.",
        }


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A signed-in browser. What it sends needs the header X-CSRFToken.",
        }
