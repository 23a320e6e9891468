"""The desk's list of who is here, and a player's own check-in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.enums import Action
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError
from tournaments.enums import BEFORE_START, OVER, EntryState
from tournaments.models import Entry, Event
from tournaments.selectors.check_in import checked_in_since, desk_list, missing_entries, newest_session, open_session
from tournaments.selectors.entries import place_in_waiting_list
from tournaments.selectors.events import entry_by_key, event_by_slug
from tournaments.services.entries.check_in import (
    check_in_all,
    check_in_close,
    check_in_open,
    entry_check_in,
    entry_check_out,
    only_checked_in_set,
)
from tournaments.services.permissions import actions_of, require_event
from tournaments.web.acts import entry_in
from tournaments.web.live.watch import desk_watch

LONGEST_SEARCH = 100
LINES = 100  # players on one page


def _event(request: HttpRequest, slug: str) -> tuple[Act, Event]:
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.DESK)
    return act, event


@never_cache
@require_safe
@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody in one list; one tap says that somebody is here."""
    act, event = _event(request, slug)
    return _page(request, act, event, request.GET.get("q", ""))


def _page(
    request: HttpRequest, act: Act, event: Event, search: str, *, refusal: DomainError | None = None
) -> HttpResponse:
    session, actions = newest_session(event), actions_of(act.actor, event)
    missing = missing_entries(event)
    search = search[:LONGEST_SEARCH]
    page = Paginator(desk_list(event, session, search=search), LINES).get_page(request.GET.get("page"))
    context = {
        "section": "mine",
        "live": desk_watch(request, event),
        "event": event,
        "session": session,
        "is_open": session is not None and session.closed_at is None,
        "entries": page.object_list,
        "page": page,
        "query": f"{urlencode({'q': search})}&" if search else "",
        "missing_count": len(missing),
        "here_count": session.check_ins.count() if session else 0,
        "search": search,
        "only": event.entering.only_checked_in,
        "may_pair": Action.PAIR in actions,
        "may_enter": Action.MANAGE_ENTRIES in actions,
        "refusal": refusal,
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/entries/desk.html", context, status=status)


def _step(request: HttpRequest, slug: str, step: Callable[[Act, Event], object]) -> HttpResponse:
    """Take a step, then show the list again as it was searched."""
    act, event = _event(request, slug)
    search = request.POST.get("q", "")[:LONGEST_SEARCH]
    try:
        step(act, event)
    except DomainError as refusal:
        return _page(request, act, event, search, refusal=refusal)
    asked = {"q": search, "page": request.POST.get("page", "")[:6]}
    query = urlencode({name: value for name, value in asked.items() if value})
    return redirect(reverse("tournaments:desk", args=[slug]) + (f"?{query}" if query else ""))


@require_POST
@login_required
def desk_open(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a check-in; where it was asked (`asked`), only players who are here get paired if `only` is ticked."""
    only = "only" in request.POST if "asked" in request.POST else None
    return _step(request, slug, lambda act, event: check_in_open(act=act, event=event, only=only))


@require_POST
@login_required
def desk_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody is here."""
    return _step(request, slug, lambda act, event: check_in_all(act=act, event=event))


@require_POST
@login_required
def desk_close(request: HttpRequest, slug: str) -> HttpResponse:
    return _step(request, slug, lambda act, event: check_in_close(act=act, event=event))


@require_POST
@login_required
def desk_only(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether only who has checked in is paired (`only` is "1")."""
    only = request.POST.get("only") == "1"
    return _step(request, slug, lambda act, event: only_checked_in_set(act=act, event=event, only=only))


@require_POST
@login_required
def desk_in(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    return _step(request, slug, lambda act, event: entry_check_in(act=act, entry=entry_in(event, key)))


@require_POST
@login_required
def desk_out(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    return _step(request, slug, lambda act, event: entry_check_out(act=act, entry=entry_in(event, key)))


@require_POST
def own_check_in(request: HttpRequest, key: str) -> HttpResponse:
    """The player with his link: here I am."""
    entry_check_in(act=act_of(request, entry=key), entry=entry_by_key(key))
    return redirect("tournaments:evening_of", key=key)


def own_entry(entry: Entry) -> dict[str, Any]:
    """What a player's own page offers about the entry itself: to check in, to sign off, the place in the waiting
    list."""
    session = open_session(entry.event) if entry.event.state not in OVER else None
    is_expected = entry.state in {EntryState.REGISTERED, EntryState.ACTIVE, EntryState.PAUSED}
    return {
        "asks_check_in": session is not None and is_expected,
        "here": checked_in_since(entry, session),
        "may_sign_off": entry.state in {EntryState.REGISTERED, EntryState.WAITING}
        and entry.event.state in BEFORE_START,
        "waiting_place": place_in_waiting_list(entry) if entry.state == EntryState.WAITING else 0,
    }
