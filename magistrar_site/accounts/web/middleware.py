"""Middleware of accounts: personal links that a browser has opened, refusals, forms that couldn't be sent, mails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _

from magistrar_site.accounts.services.links import link_subject
from magistrar_site.accounts.web.unsent import IN_SESSION, is_from_here, keep_in_session, lacks_link, unsent_of
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.middleware import GetResponse
from magistrar_site.shared.services.mail import mails_noted, mails_waiting

PAGES = frozenset({400, 403, 404, 413, 429})

COOKIE = "magistrar_links"
SEPARATOR = "~"
LINKS = "/l/"  # where personal links are opened
MOST_LINKS = 8  # older ones fall out; a cookie stays well under 4 KB


def tokens_of(request: HttpRequest) -> list[str]:
    """The tokens in the cookie, newest first, unchecked."""
    return [token for token in request.COOKIES.get(COOKIE, "").split(SEPARATOR) if token][:MOST_LINKS]


class PersonalLinkMiddleware:
    """Gives a request `link_subjects`: a function that returns the keys of the entries whose links were opened in this
    browser and still are good. It is looked up when it is asked for, so that public pages cost nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found: list[frozenset[str]] = []

        def link_subjects() -> frozenset[str]:
            if not found:
                found.append(frozenset(good_subjects(tokens_of(request))))
            return found[0]

        request.link_subjects = link_subjects  # type: ignore[attr-defined] # a request carries what middleware adds
        response = self.get_response(request)
        if request.path_info.startswith(LINKS):  # where it was refused there is a page, and what leads on from it
            response["Referrer-Policy"] = "no-referrer"
        return response


def good_subjects(tokens: list[str]) -> list[str]:
    """The subjects of the tokens that are good, in order."""
    subjects = []
    for token in tokens:
        try:
            subjects.append(link_subject(token))
        except NotAllowed:
            continue
    return subjects


def claimed_subjects(request: HttpRequest) -> list[str]:
    """The subjects that the cookie names, newest first, unchecked and without a query: good for marking "you" on a
    public page, never for acting."""
    return [token.split(".")[0] for token in tokens_of(request)]


def warn_of_mail_delay(get_response: GetResponse) -> GetResponse:
    """Middleware. Nothing is lost where the mail server is away; whoever waits for a mail is told."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST":
            return get_response(request)
        with mails_noted() as noted:
            response = get_response(request)
        if mails_waiting(noted):
            text = _("The mail couldn’t be sent just now. It is kept and will be sent as soon as possible.")
            messages.warning(request, text)
        return response

    return middleware


class RefusalMiddleware:
    """Shows a DomainError that no view turned into a message on its form: a page of its status, in the error's words.
    What a player sent without his link isn't lost: it can be sent again from there, once the link is opened.
    The API has its own envelope and never comes here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DomainError) or request.path.startswith("/api/"):
            return None
        template = f"{exception.status}.html" if exception.status in PAGES else "refused.html"
        context: dict[str, Any] = {"message": exception.message, "code": exception.code}
        if isinstance(exception, NotAllowed) and request.method == "POST" and lacks_link(request):
            context["unsent"] = unsent_of(request) if is_from_here(request) else None
        return render(request, template, context, status=exception.status)


def keep_unsent_form(get_response: GetResponse) -> GetResponse:
    """Middleware. A form that is answered with the page to sign in is kept in the session, and offered afterwards."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method != "POST":
            return response
        if _leads_to_sign_in(request, response):
            return keep_in_session(request) or response
        if (
            request.user.is_authenticated
            and request.session.get(IN_SESSION, {}).get("action") == request.get_full_path()
        ):
            del request.session[IN_SESSION]
        return response

    return middleware


def _leads_to_sign_in(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether the form wasn't taken because nobody was signed in: then the page to sign in leads back to it. A form
    that was taken (an address confirmed, a new password) leads there without."""
    if response.status_code != 302 or request.user.is_authenticated:
        return False
    asked, sign_in = urlsplit(response["Location"]), resolve_url(settings.LOGIN_URL)
    return asked.path == sign_in and request.path != sign_in and REDIRECT_FIELD_NAME in parse_qs(asked.query)
