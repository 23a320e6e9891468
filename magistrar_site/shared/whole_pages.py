"""Public pages, whole, for visitors who have no cookie: made once for each version, and then answered from the cache
before anything else looks at the request.

A view says by `public_page` that strangers all get the same page, and by which version. What is kept is the finished
response with its headers, compressed as it was asked for. The key names all that it depends on: address, language,
compression, release, version and epoch. A request with a cookie or an Authorization never comes near it, and a response
that sets a cookie is never kept.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.middleware import GetResponse
from magistrar_site.shared.recent_versions import COOKIE, instant_of_versions, seconds_of_versions
from magistrar_site.shared.web_cache import cached

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
PAGE_SECONDS = 600  # a page that nobody asked for meanwhile is made anew from its parts
LONGEST_QUERY = 200
VARY = ("Accept-Encoding", "Accept-Language", "Cookie")
MOST_HELD, LARGEST_HELD = 100, 64 * 1024  # pages in the memory of a process, and bytes of one
OWN_HEADERS = frozenset({"X-Request-ID"})  # of each response
_PAGE_NUMBER = re.compile(r"[0-9]{1,4}")
_ACCEPTS_GZIP = re.compile(r"\bgzip\b")


# The version of a page by the request and what the address names. DomainError where there is no such page.
Version = Callable[..., str]


@dataclass(frozen=True)
class PublicPage:
    """What decides what a view shows to strangers: the names in an address's query, and the version; without one the
    page is kept for `VERSION_SECONDS`."""

    query: frozenset[str]
    version: Version | None


@dataclass(frozen=True)
class KeptResponse:
    """A finished response of status 200."""

    content: bytes
    headers: dict[str, tuple[str, str]]  # the name and the value by the name in small letters

    def response(self) -> HttpResponse:
        response = HttpResponse(self.content)
        # Setting one after the other would check each again, and take as long as a view.
        response.headers._store = dict(self.headers)
        return response


# What decides what a page shows.
Parts = tuple[str | int | None, ...]
_held: dict[Parts, tuple[float, KeptResponse]] = {}  # until when, by `time.time`


def public_page(*query: str, version: Version | None = None) -> Callable[[View], View]:
    """Decorator, the outermost: strangers all get the same from this view, by its version and the named members of the
    query."""

    def decorate(view: View) -> View:
        view.public_page = PublicPage(frozenset(query), version)  # type: ignore[attr-defined]  # read by `_page_at`
        return view

    return decorate


def whole_pages(get_response: GetResponse) -> GetResponse:
    """Middleware. Answers visitors without cookies from the cache."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        found = _page_of(request)
        if found is None:
            return get_response(request)
        parts, seconds = found
        held = _held.get(parts)
        if held is not None and time.time() < held[0]:
            return held[1].response()
        made: list[HttpResponseBase] = []

        def make() -> KeptResponse | None:
            made.append(get_response(request))
            return _kept(made[0])

        kept = cached(f"page:{hashlib.sha256(repr(parts).encode()).hexdigest()}", make, seconds=seconds)
        if kept is not None:
            _hold(parts, kept, time.time() + seconds)
        return made[0] if made else kept.response() if kept else get_response(request)

    return middleware


def _hold(parts: Parts, kept: KeptResponse, until: float) -> None:
    """Keep a page in this process too."""
    if len(kept.content) > LARGEST_HELD:
        return
    if len(_held) >= MOST_HELD:
        _held.clear()
    _held[parts] = until, kept


def _page_of(request: HttpRequest) -> tuple[Parts, float] | None:
    """What decides what the page shows, and for how many seconds it is kept; None where it isn't one for all."""
    meta = request.META
    if request.method != "GET" or not seconds_of_versions() or any(meta.get(name) for name in NOT_OF_STRANGERS):
        return None
    found = _page_at(request.path_info)
    query: str = meta.get("QUERY_STRING", "")
    if found is None or len(query) > LONGEST_QUERY:
        return None
    page, match = found
    request.resolver_match = match  # nothing else looks where the address leads to when the page is a kept one
    if query and not _is_kept(page, QueryDict(query)):
        return None
    instant, epoch = instant_of_versions(request)
    try:
        version = page.version(request, **match.kwargs) if page.version else str(instant)
    except DomainError:
        return None
    encoding = "gzip" if _ACCEPTS_GZIP.search(meta.get("HTTP_ACCEPT_ENCODING", "")) else "plain"
    address = request.scheme, meta.get("HTTP_HOST", ""), request.path, query
    parts = (*address, get_language_from_request(request), encoding, version, epoch)
    return parts, PAGE_SECONDS if page.version else 2 * seconds_of_versions()


def _is_kept(page: PublicPage, query: QueryDict) -> bool:
    """Whether the page with this query is kept: not for each of the words that are no number of a page."""
    return page.query.issuperset(query) and all(_PAGE_NUMBER.fullmatch(each) for each in query.getlist("page"))


# A request with one of these may be answered in another way than a stranger's.
NOT_OF_STRANGERS = ("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_HX_REQUEST", "HTTP_RANGE")


@lru_cache(maxsize=5000)
def _page_at(path: str) -> tuple[PublicPage, ResolverMatch] | None:
    """What an address shows to strangers, and where it leads to."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    page: PublicPage | None = getattr(match.func, "public_page", None)
    return (page, match) if page is not None else None


def _kept(response: HttpResponseBase) -> KeptResponse | None:
    """The response as it can be kept; None where it sets a cookie, or is none of a page that is there."""
    if response.status_code != 200 or response.cookies or not isinstance(response, HttpResponse):
        return None
    patch_vary_headers(response, VARY)
    headers = {name.lower(): (name, value) for name, value in response.items() if name not in OWN_HEADERS}
    return KeptResponse(response.content, headers)


def note_writing(get_response: GetResponse) -> GetResponse:
    """Middleware. A browser that sent something sees what it did at once: for a moment it carries a cookie that says
    so, and gets no version from memory. Programs with an Authorization have no browser."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        seconds = seconds_of_versions()
        if request.method in READING or not seconds or not request.COOKIES or "HTTP_AUTHORIZATION" in request.META:
            return response
        response.set_cookie(
            COOKIE, "1", max_age=int(seconds) + 2, httponly=True, samesite="Lax", secure=request.is_secure()
        )
        return response

    return middleware


READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
