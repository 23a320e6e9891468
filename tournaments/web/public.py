"""What everybody may read about events."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.accounts.web.middleware import claimed_subjects
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.selectors.facts import head_of
from ratings.selectors.leaderboards import liveliest_pool
from ratings.selectors.ratings import leaderboard
from tournaments.enums import EventState, RoundState
from tournaments.models import Event, Round
from tournaments.selectors.crosstables import crosstable_page
from tournaments.selectors.event_lists import coming_events, finished_events, running_events
from tournaments.selectors.events import entries_of, event_by_slug, rounds_of, stage_of
from tournaments.selectors.leading import led_events
from tournaments.selectors.pairings import open_count, own_pairing, pairings_page
from tournaments.selectors.rounds import clock_of
from tournaments.selectors.tables import standings_of
from tournaments.services.entries_signup import sign_up_state
from tournaments.services.permissions import allowed

LEADERS = 3
TOP = 10
PAGE_SIZE = 20
LINES = 100  # of tables on one page
ENTRIES = 500


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What runs now, what is next, who leads."""
    pool = liveliest_pool()
    context = {
        "running": led_events(running_events()[:6]),
        "coming": list(coming_events()[:6]),
        "finished": list(finished_events()[:6]),
        "pool": pool,
        "top": list(leaderboard(pool)[:TOP]) if pool else [],
    }
    return render(request, "tournaments/home.html", context)


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """All events: running, coming, finished."""
    page = Paginator(finished_events(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"section": "events", "running": running_events(), "coming": coming_events(), "page": page}
    return render(request, "tournaments/events.html", context)


def shown_event(request: HttpRequest, slug: str) -> Event:
    """The event; one that is being set up only for those who may see it."""
    event = event_by_slug(slug)
    if event.state == EventState.DRAFT and not allowed(act_of(request).actor, event, Action.VIEW):
        raise NotFound("no_such_event", _("There is no event at this address."))
    return event


def event_context(request: HttpRequest, event: Event, current: str) -> dict[str, Any]:
    """What every tab of an event needs."""
    stage = stage_of(event)
    actor = act_of(request).actor
    return {
        "section": "events",
        "event": event,
        "stage": stage,
        "current": current,
        "rounds": list(rounds_of(stage)),
        "sign_up": sign_up_state(event, timezone.now()).value,
        "is_staff": actor.kind == "user" and allowed(actor, event, Action.VIEW),
    }


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's first page: the reader's own game or who leads, then the newest round."""
    found = shown_event(request, slug)
    context = event_context(request, found, "pairings")
    newest: Round | None = context["rounds"][-1] if context["rounds"] else None
    return _pairings(request, found, context, newest, leaders=True)


@require_safe
def event_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings and results of one round."""
    found = shown_event(request, slug)
    context = event_context(request, found, "pairings")
    wanted = next((round_ for round_ in context["rounds"] if round_.number == number), None)
    if wanted is None:
        raise NotFound("no_such_round", _("This round isn't published yet."))
    return _pairings(request, found, context, wanted, leaders=False)


def _pairings(
    request: HttpRequest, event: Event, context: dict[str, Any], round_: Round | None, *, leaders: bool
) -> HttpResponse:
    mine = claimed_subjects(request)
    pairings, page = (
        pairings_page(round_, page=request.GET.get("page"), lines=LINES, mine=mine) if round_ else ([], None)
    )
    context |= {
        "round": round_,
        "pairings": pairings,
        "page": page,
        "clock": clock_of(round_, timezone.now()) if round_ and round_.state != RoundState.CLOSED else None,
        "own": own_pairing(round_, mine) if round_ else None,
        "open_count": open_count(round_) if round_ else 0,
        "leaders": standings_of(event, most=LEADERS) if leaders else None,
        "head": head_of(event.stream) if leaders else None,
        "entries": [] if round_ else list(entries_of(event)[:LINES]),
    }
    if context["own"]:
        context["me"] = next(seat for seat in context["own"].seats if seat.entry_key in mine)
        context["opponent"] = context["own"].opponent_of(context["me"].entry_key)
    return render(request, "tournaments/event.html", context)


@require_safe
def event_crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody against everybody, or round by round where not everybody meets."""
    found = shown_event(request, slug)
    context = event_context(request, found, "crosstable")
    rows, page = crosstable_page(found, page=request.GET.get("page"), lines=LINES, mine=claimed_subjects(request))
    context |= {"rows": rows, "page": page, "is_matrix": page is None}
    return render(request, "tournaments/event_crosstable.html", context)


@require_safe
def event_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part."""
    found = shown_event(request, slug)
    context = event_context(request, found, "entries")
    page = Paginator(entries_of(found), ENTRIES).get_page(request.GET.get("page"))
    context |= {"page": page, "entries": list(page.object_list), "entry_count": page.paginator.count}
    return render(request, "tournaments/event_entries.html", context)
