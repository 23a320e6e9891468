"""Opening a personal link."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from magistrar_site.accounts.services.links import link_subject
from magistrar_site.accounts.web.middleware import COOKIE, MOST_LINKS, SEPARATOR, tokens_of

COOKIE_AGE = timedelta(days=180)


@never_cache
@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the token in the browser and show the player's own page. Opening a link never acts by itself: programs that
    look at links before people do change nothing."""
    response = redirect("tournaments:evening_of", key=link_subject(token))
    keep_link(request, response, token)
    return response


def keep_link(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Let the browser keep a good personal link's token, in front of those that it has."""
    subject = token.split(".")[0]
    others = [kept for kept in tokens_of(request) if kept.split(".")[0] != subject]
    response.set_cookie(
        COOKIE,
        SEPARATOR.join([token, *others][:MOST_LINKS]),
        max_age=COOKIE_AGE,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
