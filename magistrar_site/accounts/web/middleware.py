"""Which personal links a browser has opened: they stand, signed, in one cookie."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from magistrar_site.accounts.services.links import link_subject
from magistrar_site.shared.errors import NotAllowed

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
