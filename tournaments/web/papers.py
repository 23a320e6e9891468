"""The organiser's page of everything that is printed or shown in the hall."""

from __future__ import annotations

import segno
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.handbook.book import chapter_in
from magistrar_site.shared.acts import act_of
from tournaments.selectors.events import event_by_slug, rounds_of, stage_of
from tournaments.services.permissions import actions_of, require_event
from tournaments.web.entries.links import hall_context, origin_for_players
from tournaments.web.printing import print_page


@never_cache
@require_safe
@login_required
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Links to all that can be printed now, by the round that they are of, and to the hall's screen."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.VIEW)
    rounds = list(rounds_of(stage_of(event)))
    context = {
        "section": "mine",
        "event": event,
        "rounds": list(reversed(rounds)),
        "has_entries": event.entries.exists(),
        "may_desk": Action.DESK in actions_of(act.actor, event),
    }
    return render(request, "tournaments/papers.html", context | hall_context(request, event))


@never_cache
@require_safe
@login_required
def event_leaflet(request: HttpRequest, slug: str) -> HttpResponse:
    """One sheet for the players, to hang up or to hand out: the handbook's chapter for them, with the event's
    address."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.VIEW)
    address = origin_for_players(request) + reverse("tournaments:event", args=[event.slug])
    drawn = segno.make(address, error="m", micro=False).svg_inline(scale=3, border=2, omitsize=True, lineclass="")
    context = {
        "chapter": chapter_in(get_language() or "en", "players"),
        "address": address,
        "code": mark_safe(drawn),  # made here, of an address of ours
    }
    return print_page(request, event, "leaflet", context | hall_context(request, event))
