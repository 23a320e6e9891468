"""The pages of the handbook, in the reader's language. They read no data."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from magistrar_site.handbook.book import book, chapter_in
from magistrar_site.handbook.search import LONGEST_QUERY, search
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.whole_pages import public_page


def _version(request: HttpRequest, **place: Any) -> str:
    """The same as long as the release is, which is part of every page's name."""
    return "handbook"


@public_page(version=_version)
@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """The chapters; with ?q= what is found for it."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    language = get_language() or "en"
    context = {"chapters": book(language), "query": query, "found": search(language, query) if query else []}
    return render(request, "handbook/contents.html", context)


@public_page(version=_version)
@require_safe
def chapter(request: HttpRequest, slug: str) -> HttpResponse:
    """A chapter with the ways to the one before and the next."""
    language = get_language() or "en"
    shown = chapter_in(language, slug)
    if shown is None:
        raise NotFound("no_such_page", _("There is no page at this address."))
    chapters = book(language)
    at = chapters.index(shown)
    context = {
        "chapter": shown,
        "before": chapters[at - 1] if at else None,
        "after": chapters[at + 1] if at + 1 < len(chapters) else None,
    }
    return render(request, "handbook/chapter.html", context)
