"""What everybody may read about events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.accounts.web.middleware import claimed_subjects
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.whole_pages import public_page
from ratings.selectors.leaderboards import largest_pool, leaderboard_rows
from tournaments.models import Entry, Event, Stage
from tournaments.selectors.abouts import FirstTab, first_tab
from tournaments.selectors.event_lists import coming_events, finished_events, running_events
from tournaments.selectors.events import event_by_slug, rounds_of, running_stage
from tournaments.selectors.page_versions import VersionedEvent
from tournaments.selectors.rounds.pairings import own_pairing
from tournaments.selectors.stages import groups_of_stage, stages_of
from tournaments.selectors.standings.leaders import event_leaders
from tournaments.selectors.standings.tables import newest_table
from tournaments.services.entries.sign_up import sign_up_state
from tournaments.services.permissions import allowed
from tournaments.web.live.parts import announcements_part, event_tag, mark_own, pairings_parts
from tournaments.web.live.standings import standings_part
from tournaments.web.live.tabs import TABS, crosstable_part
from tournaments.web.live.watch import is_watched, page_watch, query_values, tab_watch
from tournaments.web.versions import event_page_version, event_version

TOP = 10
RUNNING = 6
PAGE_SIZE = 20


@public_page()
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What runs now, what is next, who leads."""
    pool, running = largest_pool(), list(running_events()[: RUNNING + 1])
    context = {
        "running": event_leaders(running[:RUNNING]),
        "more_running": len(running) > RUNNING,
        "coming": list(coming_events()[:6]),
        "finished": list(finished_events()[:6]),
        "pool": pool,
        "top": leaderboard_rows(pool)[:TOP] if pool else [],
    }
    return render(request, "tournaments/home.html", context)


@public_page("page")
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """All events: running, coming, finished."""
    page = Paginator(finished_events(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"section": "events", "running": running_events(), "coming": coming_events(), "page": page}
    return render(request, "tournaments/events.html", context)


def visible_event(request: HttpRequest, slug: str) -> Event:
    """The event; one that is being set up or hidden only for those who may see it."""
    return visible(request, event_by_slug(slug))


def visible(request: HttpRequest, event: Event) -> Event:
    """The event. NotFound where it is being set up or hidden, and the reader neither runs it nor plays."""
    if event.is_withheld and not (
        allowed(act_of(request).actor, event, Action.VIEW)
        or event.entries.filter(key__in=request.link_subjects()).exists()  # type: ignore[attr-defined]
    ):
        raise NotFound("no_such_event", _("There is no event at this address."))
    return event


def event_context(request: HttpRequest, event: Event, current: str) -> dict[str, Any]:
    """What every tab of an event needs."""
    context, actor = frame_context(request, event, current), act_of(request).actor
    stage = context["stage"]
    return context | {
        "section": "events",
        "rounds": SimpleLazyObject(lambda: list(rounds_of(stage))),  # kept parts need no query for it
        "is_staff": actor.kind == "user" and allowed(actor, event, Action.VIEW),
        "own_entries": own_entries_of(request, event) if event.has_ladder and current == "ladder" else (),
    }


def own_entries_of(request: HttpRequest, event: Event) -> list[Entry]:
    """The reader's own entries in the event, by the personal links that were opened here and by the account. No query
    for a stranger."""
    keys, actor = claimed_subjects(request), act_of(request).actor
    if not keys and actor.kind != "user":
        return []
    own = Q(key__in=request.link_subjects()) | Q(player__user__key=actor.key)  # type: ignore[attr-defined]
    rows = Entry.objects.filter(own, event=event, number__isnull=False)
    return list(rows.select_related("player").order_by("number"))


def frame_context(request: HttpRequest, event: Event, current: str) -> dict[str, Any]:
    """What stands around every tab of an event, for every reader the same: one query. `current` is the tab's name."""
    stages = list(stages_of(event))
    stage, stage_query = chosen_stage(request, stages)
    return {
        "event": event,
        "stage": stage,
        "stages": stages,
        "opens_on": first_tab(event, stages),
        "started": [each for each in stages if each.planned_rounds],
        "stage_query": stage_query,
        "current": current,
        "sign_up": sign_up_state(event, timezone.now()).value,
    }


def tab_context(request: HttpRequest, versioned: VersionedEvent, tab: str, *place: object) -> dict[str, Any]:
    """What a tab shows (a name of TABS; `place`: the number of a group) with the reader's own lines marked, and how it
    watches itself."""
    mine = claimed_subjects(request)
    part = TABS[tab](versioned, *place, page=request.GET.get("page"))
    return {"part": mark_own(part, mine), "live": tab_watch(request, versioned, tab, *place, mine=mine)}


def stage_from_query(request: HttpRequest, stages: Iterable[Stage]) -> Stage | None:
    """The stage that ?stage= names; None where it names none."""
    wanted = request.GET.get("stage", "")
    return next((stage for stage in stages if str(stage.number) == wanted), None) if wanted else None


def chosen_stage(request: HttpRequest, stages: Sequence[Stage]) -> tuple[Stage, str]:
    """The stage that ?stage= names, else the one that runs; and the query that keeps links at it."""
    running = running_stage(stages)
    stage = stage_from_query(request, stages) or running
    return stage, f"stage={stage.number}&" if stage != running else ""


def stage_of_tables(request: HttpRequest, frame: Mapping[str, Any]) -> Stage:
    """The stage whose tables a tab shows: the one that ?stage= names, else the newest that has any."""
    stage: Stage = frame["stage"]
    if len(frame["started"]) < 2 or stage_from_query(request, frame["stages"]):
        return stage
    table = newest_table(frame["event"])
    return table.stage if table else stage


@public_page("page", "stage", "round", version=event_page_version)
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's first page: the reader's own game or who leads, then the newest round; of a bracket the bracket, and
    of what is over the standings."""
    return _pairings(request, slug, None, opens=True)


@public_page("page", "stage", version=event_page_version)
@require_safe
def event_pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest round, of events that open on something else; on a ladder the challenges say who plays."""
    return _pairings(request, slug, None, of_ladder=False)


@public_page("page", "stage", "round", version=event_page_version)
@require_safe
def event_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings and results of one round."""
    return _pairings(request, slug, number)


def _pairings(
    request: HttpRequest, slug: str, number: int | None, *, opens: bool = False, of_ladder: bool = True
) -> HttpResponse:
    versioned, page, mine = event_version(request, slug), request.GET.get("page"), claimed_subjects(request)
    if versioned.event.has_ladder and not of_ladder:
        return redirect("tournaments:event_ladder", slug=slug)
    event = visible(request, versioned.event)
    context = event_context(request, event, "pairings")
    tab = context["opens_on"] if opens and not request.GET.get("stage") else FirstTab.PAIRINGS
    context["current"] = str(tab)
    parts = pairings_parts(
        versioned,
        context["stage"],
        number=number,
        page=page if tab == FirstTab.PAIRINGS else None,
        stages=context["stages"],
        stage_query=context["stage_query"],
    )
    own = own_pairing(parts.round_pk, mine) if parts.round_pk is not None else None
    context |= {"parts": parts, "tab": mark_own(parts.tab, mine), "own": own, "has_entries": bool(mine)}
    context["announcements"] = announcements_part(versioned)
    if own is not None:
        context["me"] = next(seat for seat in own.seats if seat.entry_key in mine)
        context["opponent"] = own.opponents_of(context["me"].entry_key)
    if tab != FirstTab.PAIRINGS:
        context |= _opened_on(request, versioned, context, tab)
    elif is_watched(event):
        name, place = ("live_event", [slug]) if number is None else ("live_round", [slug, number])
        tag = event_tag(versioned, name, number, *query_values(request))
        context["live"] = page_watch(request, name, *place, tag=tag, round_number=parts.round_number, mine=mine)
    return render(request, "tournaments/event.html", context)


def _opened_on(
    request: HttpRequest, versioned: VersionedEvent, context: Mapping[str, Any], tab: FirstTab
) -> dict[str, Any]:
    """The event's first page with another tab than that of the pairings."""
    if tab != FirstTab.STANDINGS:
        part = tab_context(request, versioned, str(tab))
        return {
            "tab": part["part"],
            "tab_part": str(tab),
            "live": part["live"],
            "has_bracket": tab == FirstTab.BRACKET,
            "own_entries": own_entries_of(request, versioned.event) if tab == FirstTab.LADDER else (),
        }
    stage = stage_of_tables(request, context)
    shown = standings_part(
        versioned,
        stage,
        page=request.GET.get("page"),
        round_asked=request.GET.get("round"),
        stage_query=context["stage_query"],
    )
    return {"tab": mark_own(shown, claimed_subjects(request)), "tab_part": "standings", "stage": stage}


@public_page("page", "stage", "round", version=event_page_version)
@require_safe
def event_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, or with ?round= as they stood after a round."""
    versioned, mine = event_version(request, slug), claimed_subjects(request)
    if versioned.event.has_ladder:  # its order is its table
        return redirect("tournaments:event_ladder", slug=slug)
    context = event_context(request, visible(request, versioned.event), "standings")
    if groups_of_stage(context["stage"]):  # each group has its own table
        return redirect("tournaments:event_groups", slug=slug)
    context["stage"] = stage_of_tables(request, context)
    part = standings_part(
        versioned,
        context["stage"],
        page=request.GET.get("page"),
        round_asked=request.GET.get("round"),
        stage_query=context["stage_query"],
    )
    context["part"] = mark_own(part, mine)
    if is_watched(versioned.event):
        tag = event_tag(versioned, "live_standings", None, *query_values(request))
        context["live"] = page_watch(request, "live_standings", slug, tag=tag, mine=mine)
    return render(request, "tournaments/event_standings.html", context)


@public_page("page", "stage", "round", version=event_page_version)
@require_safe
def event_crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody against everybody, or round by round where not everybody meets."""
    versioned = event_version(request, slug)
    if versioned.event.has_ladder:
        return redirect("tournaments:event_ladder", slug=slug)
    context = event_context(request, visible(request, versioned.event), "crosstable")
    if groups_of_stage(context["stage"]):
        return redirect("tournaments:event_groups", slug=slug)
    mine, context["stage"] = claimed_subjects(request), stage_of_tables(request, context)
    part = crosstable_part(
        versioned, context["stage"], page=request.GET.get("page"), stage_query=context["stage_query"]
    )
    context |= {"part": mark_own(part, mine), "live": tab_watch(request, versioned, "crosstable", mine=mine)}
    return render(request, "tournaments/event_crosstable.html", context)


@public_page("page", "stage", version=event_page_version)
@require_safe
def event_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part."""
    versioned = event_version(request, slug)
    context = event_context(request, visible(request, versioned.event), "entries")
    return render(request, "tournaments/event_entries.html", context | tab_context(request, versioned, "entries"))


@public_page(version=event_page_version)
@require_safe
def event_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The order of a ladder, what is open on it and what moved."""
    versioned = event_version(request, slug)
    context = event_context(request, visible(request, versioned.event), "ladder")
    return render(request, "tournaments/event_ladder.html", context | tab_context(request, versioned, "ladder"))


@public_page("page", "stage", version=event_page_version)
@require_safe
def event_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Upsets, the closest games, the highest scores, and when games were handed in."""
    versioned = event_version(request, slug)
    context = event_context(request, visible(request, versioned.event), "statistics")
    return render(request, "tournaments/event_statistics.html", context | tab_context(request, versioned, "statistics"))
