"""Answers that are the same for every reader: cached, and named by an ETag so that none is fetched twice."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

T = TypeVar("T")
YEAR = 365 * 24 * 3600
CACHE_SECONDS = 24 * 3600
MADE_BY = frozenset({".py", ".html", ".svg", ".css", ".js", ".mo"})


@lru_cache(maxsize=1)
def release() -> str:
    """A digest of everything that pages are made by. What an earlier release made is neither served nor taken for
    unchanged. Read once in a process."""
    found = hashlib.sha256()
    parts = (
        path
        for folder in ("games", "ratings", "tournaments", "privacy", "magistrar_site", "templates", "static", "locale")
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.suffix in MADE_BY and path.is_file()
    )
    for path in sorted(parts):
        found.update(str(path.relative_to(settings.BASE_DIR)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """The site's language of that code, or its first one."""
    known = {code for code, _name in settings.LANGUAGES}
    with translation.override(code if code in known else settings.LANGUAGE_CODE):
        yield


def cached(name: str, make: Callable[[], T]) -> T:
    """Returns what `make` returns, cached under a name that says everything it depends on."""
    if settings.DEBUG:  # who works on a template sees what it makes
        return make()
    key = f"{release()}:{name}"
    found: T | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, CACHE_SECONDS)
    return found


def not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """304 where the reader has the answer with that tag; None where it must be made."""
    answer = get_conditional_response(request, etag=quote_etag(tag))
    if answer is None:
        return None
    return (
        _with_headers(answer, request, tag, for_ever=False) if isinstance(answer, HttpResponseNotModified) else answer
    )


def cacheable_response(request: HttpRequest, made: str, tag: str, content_type: str, *, for_ever: bool) -> HttpResponse:
    """The answer with its ETag, 304 where the reader has it. `for_ever`: its address names its content."""
    response = HttpResponse(made, content_type=content_type)
    _with_headers(response, request, tag, for_ever=for_ever)
    return get_conditional_response(request, etag=quote_etag(tag), response=response) or response


def _with_headers(response: HttpResponse, request: HttpRequest, tag: str, *, for_ever: bool) -> HttpResponse:
    response["ETag"] = quote_etag(tag)
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable" if for_ever else "public, no-cache"
    return response
