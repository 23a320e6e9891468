"""What pages fetch while they are looked at: public parts in the language of the address. No cookie is looked at, so
that every reader gets the same answer, and an answer that a reader has costs one query."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.web_cache import cached
from tournaments.selectors.page_versions import (
    VersionedEvent,
    entry_page_version,
    is_over,
    versioned_game,
)
from tournaments.selectors.sharing import require_public_round
from tournaments.web.fragment_cache import cacheable_response, in_language, not_modified
from tournaments.web.live.parts import announcements_part, event_tag, pairings_parts
from tournaments.web.live.standings import standings_part
from tournaments.web.live.tabs import TABS, crosstable_part
from tournaments.web.live.watch import desk_tag, evening_tag, game_tag, query_values, tab_tag
from tournaments.web.public import frame_context, stage_of_tables
from tournaments.web.shown_game import public_game
from tournaments.web.versions import event_version

HTML = "text/html; charset=utf-8"
ACCEPTS_GZIP = re.compile(r"\bgzip\b")
Fragment = Callable[..., HttpResponse]


def fragment(view: Fragment) -> Fragment:
    """A view of an address that names its language."""

    @require_safe
    @wraps(view)
    def in_its_language(request: HttpRequest, language: str, *args: Any, **kwargs: Any) -> HttpResponse:
        with in_language(language):
            return view(request, *args, **kwargs)

    return in_its_language


def public_event(request: HttpRequest, slug: str) -> VersionedEvent:
    """The event's version, unless it is being set up or hidden: NotFound."""
    versioned = event_version(request, slug)
    if versioned.event.is_withheld:
        raise NotFound("no_such_event", _("There is no event at this address."))
    return versioned


def answer(request: HttpRequest, tag: str, make: Callable[[], str]) -> HttpResponse:
    """304 where the reader has what the tag names; else what `make` makes, once for all readers and compressed once:
    nothing in it is a secret of anybody's."""
    unchanged = not_modified(request, tag)
    if unchanged is not None:
        return unchanged
    if not ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")):
        return cacheable_response(request, cached(tag, make), tag, HTML, for_ever=False)
    packed = cached(f"{tag}.gzip", lambda: gzip.compress(cached(tag, make).encode(), compresslevel=6))
    response = cacheable_response(request, packed, tag, HTML, for_ever=False)
    response["ETag"] = f"W/{response['ETag']}"  # the same text, not the same bytes
    response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@fragment
def live_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Who leads, and the newest round."""
    return _pairings(request, slug, None)


@fragment
def live_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One round."""
    return _pairings(request, slug, number)


def _pairings(request: HttpRequest, slug: str, number: int | None) -> HttpResponse:
    versioned = public_event(request, slug)

    def make() -> str:
        frame = frame_context(request, versioned.event, "pairings")
        stage, query = frame["stage"], frame["stage_query"]
        page, stages = request.GET.get("page"), frame["stages"]
        parts = pairings_parts(versioned, stage, number=number, page=page, stages=stages, stage_query=query)
        told = announcements_part(versioned)
        context = frame | {"parts": parts, "announcements": told, "is_over": is_over(versioned.event)}
        return render_to_string("tournaments/live/event.html", context)

    name = "live_event" if number is None else "live_round"
    return answer(request, event_tag(versioned, name, number, *query_values(request)), make)


@fragment
def live_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, or with ?round= as they stood after a round."""
    versioned = public_event(request, slug)

    def make() -> str:
        frame = frame_context(request, versioned.event, "standings")
        frame["stage"], query = stage_of_tables(request, frame), frame["stage_query"]
        page, number = request.GET.get("page"), request.GET.get("round")
        part = standings_part(versioned, frame["stage"], page=page, round_asked=number, stage_query=query)
        context = frame | {"name": "standings", "part": part, "is_over": is_over(versioned.event)}
        return render_to_string("tournaments/live/tab.html", context)

    return answer(request, event_tag(versioned, "live_standings", None, *query_values(request)), make)


@fragment
def live_crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody against everybody, or round by round."""
    versioned = public_event(request, slug)

    def make() -> str:
        frame = frame_context(request, versioned.event, "crosstable")
        frame["stage"], query = stage_of_tables(request, frame), frame["stage_query"]
        part = crosstable_part(versioned, frame["stage"], page=request.GET.get("page"), stage_query=query)
        context = frame | {"name": "crosstable", "part": part, "is_over": is_over(versioned.event)}
        return render_to_string("tournaments/live/tab.html", context)

    return answer(request, tab_tag(request, versioned, "crosstable"), make)


@fragment
def live_tab(request: HttpRequest, slug: str, tab: str, number: int | None = None) -> HttpResponse:
    """Another tab of the event's page, by its name in TABS, or a part of it by number."""
    made = TABS.get(tab)
    if made is None:
        raise NotFound("not_found", _("There is nothing at this address."))
    versioned, place = public_event(request, slug), [] if number is None else [number]

    def make() -> str:
        frame = frame_context(request, versioned.event, tab)
        part = made(versioned, *place, page=request.GET.get("page"))
        context = frame | {"name": tab, "part": part, "is_over": is_over(versioned.event)}
        return render_to_string("tournaments/live/tab.html", context)

    return answer(request, tab_tag(request, versioned, tab, *place), make)


@fragment
def live_evening(request: HttpRequest, key: str) -> HttpResponse:
    """Whether there is anything new on a player's own page: it says nothing about what, so that anybody may ask."""
    return answer(request, evening_tag(entry_page_version(key)), lambda: "<div data-live-own></div>")


@fragment
def live_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether there is anything new for those who run the event. It says nothing about what, so that anybody may
    ask: the pages themselves are for those who may see them."""
    return answer(request, desk_tag(public_event(request, slug)), lambda: "<div data-live-own></div>")


@fragment
def live_game(request: HttpRequest, key: str) -> HttpResponse:
    """A game as everybody sees it."""
    versioned = versioned_game(key)
    require_public_round(versioned.match_game.match.round)

    def make() -> str:
        shown = public_game(key)
        context = {"shown": shown, "request": request, "is_over": is_over(shown.event)}
        return render_to_string("tournaments/live/game.html", context)

    return answer(request, game_tag(versioned), make)
