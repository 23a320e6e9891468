"""Answers that are the same for every reader, named by an ETag so that none is fetched twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import NotFound

YEAR = 365 * 24 * 3600


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """The site's language of that code. NotFound where it has none: an address that names it is no page."""
    if code != known_language(code):
        raise NotFound("no_such_page", _("There is no page at this address."))
    with translation.override(code):
        yield


def known_language(code: str) -> str:
    """The code where the site has that language, else that of its first one."""
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """304 where the reader has the answer with that tag; None where it must be made."""
    answer = get_conditional_response(request, etag=quote_etag(tag))
    if answer is None:
        return None
    return (
        _with_headers(answer, request, tag, for_ever=False) if isinstance(answer, HttpResponseNotModified) else answer
    )


def cacheable_response(
    request: HttpRequest, made: str | bytes, tag: str, content_type: str, *, for_ever: bool
) -> HttpResponse:
    """The answer with its ETag, 304 where the reader has it. `for_ever`: its address names its content."""
    response = HttpResponse(made, content_type=content_type)
    _with_headers(response, request, tag, for_ever=for_ever)
    return get_conditional_response(request, etag=quote_etag(tag), response=response) or response


def _with_headers(response: HttpResponse, request: HttpRequest, tag: str, *, for_ever: bool) -> HttpResponse:
    response["ETag"] = quote_etag(tag)
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable" if for_ever else "public, no-cache"
    return response
