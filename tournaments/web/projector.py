"""The hall's screen: pairings by name, standings and the round's clock in turn, without anybody touching it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from magistrar_site.shared.web_cache import cached
from tournaments.selectors.announcements import announcements_of
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.ladder_views import ladder_view
from tournaments.selectors.page_versions import VersionedEvent, is_over
from tournaments.selectors.rounds.name_lines import lines_by_name
from tournaments.selectors.rounds.pairings import pairings_of_round, round_counts
from tournaments.selectors.standings.tables import standings_of
from tournaments.web.entries.links import hall_context
from tournaments.web.live.fragments import answer, fragment, public_event
from tournaments.web.live.parts import event_tag
from tournaments.web.live.watch import is_watched, page_watch
from tournaments.web.public import visible
from tournaments.web.versions import event_version

SCHEMES = ("dark", "light")
IN_HALL = 3  # the newest announcements


def projector_part(versioned: VersionedEvent) -> str:
    """All that the screen shows, for every reader the same."""
    return cached(
        event_tag(versioned, "hall"), lambda: render_to_string("tournaments/live/hall.html", _context(versioned))
    )


def _context(versioned: VersionedEvent) -> dict[str, Any]:
    event = versioned.event
    stage = stage_of(event)
    if event.has_ladder:
        shown = {"ladder": ladder_view(stage) if stage.planned_rounds else None, "is_over": is_over(event)}
        return {"event": event, "stage": stage, "announcements": announcements_of(event)[:IN_HALL], **shown}
    round_ = rounds_of(stage).last()
    table = standings_of(event)
    lines = lines_by_name(pairings_of_round(round_)) if round_ and not is_over(event) else []
    has_begun = table is not None and any(row.played or row.points for row in table.rows)
    return {
        "event": event,
        "stage": stage,
        "round": round_,
        "lines": lines,
        "with_starts": any(line.starts for line in lines),
        "open_count": round_counts(round_)[1] if round_ else 0,
        "table": table if has_begun else None,
        "announcements": announcements_of(event)[:IN_HALL],
        "is_over": is_over(event),
    }


@require_safe
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    """A page for the projector. Dark, or with ?scheme=light for a bright hall."""
    versioned = event_version(request, slug)
    event = visible(request, versioned.event)
    asked = request.GET.get("scheme")
    context: dict[str, Any] = {
        "event": event,
        "part": projector_part(versioned),
        "scheme": asked if asked in SCHEMES else SCHEMES[0],
    }
    if not is_over(event):
        context |= hall_context(request, event)
    if is_watched(event):
        context["live"] = page_watch(request, "live_projector", slug, tag=event_tag(versioned, "projector"))
    return render(request, "tournaments/projector.html", context)


@fragment
def live_projector(request: HttpRequest, slug: str) -> HttpResponse:
    """What the projector shows now."""
    versioned = public_event(request, slug)
    context = {"name": "hall", "is_over": is_over(versioned.event)}
    return answer(
        request,
        event_tag(versioned, "projector"),
        lambda: render_to_string("tournaments/live/part.html", context | {"part": projector_part(versioned)}),
    )
