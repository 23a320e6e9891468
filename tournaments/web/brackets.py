"""The bracket for everybody, and the organiser's page on which an arbiter decides what its results leave open."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.whole_pages import public_page
from tournaments.enums import EventState
from tournaments.models import Event, Stage
from tournaments.selectors.events import event_by_slug, stage_of
from tournaments.selectors.stages import bracket_stage
from tournaments.services.brackets.changes import moved_matches
from tournaments.services.brackets.decide import match_decide
from tournaments.services.brackets.follow import bracket_follow, bracket_moves
from tournaments.services.brackets.view import bracket_view
from tournaments.services.permissions import actions_of, require_event
from tournaments.web.public import event_context, tab_context, visible
from tournaments.web.versions import event_page_version, event_version

WHY = 300


@public_page("stage", version=event_page_version)
@require_safe
def event_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole bracket: who plays whom, what was played, and what is still to be decided."""
    versioned = event_version(request, slug)
    event = visible(request, versioned.event)
    context = event_context(request, event, "bracket")
    context["is_undecided"] = any(_for_staff(request, event, bracket_stage(event)).values())
    context |= tab_context(request, versioned, "bracket")
    return render(request, "tournaments/bracket.html", context)


@never_cache
@require_safe
@login_required
def bracket_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The organiser's page: matches that were ties, and rounds that don't match their results."""
    return _desk(request, event_by_slug(slug))


def _desk(request: HttpRequest, event: Event, refusal: DomainError | None = None) -> HttpResponse:
    require_event(act_of(request), event, Action.VIEW)
    context = {"event": event, "section": "mine"} | _for_staff(request, event, bracket_stage(event))
    if refusal is not None:
        context["refusal"] = refusal.message
    return render(request, "tournaments/bracket_desk.html", context, status=refusal.status if refusal else 200)


def _for_staff(request: HttpRequest, event: Event, stage: Stage) -> dict[str, Any]:
    """What the arbiter decides here, while the event runs."""
    actor = act_of(request).actor
    may = actions_of(actor, event) if actor.kind == "user" else frozenset()
    runs = event.state == EventState.RUNNING
    follows = runs and Action.PAIR in may
    bracket = bracket_view(stage) if runs and Action.RULE in may else None
    return {
        "tied": bracket.tied if bracket is not None else [],
        "moves": moved_matches(bracket_moves(stage)) if follows else [],
    }


@login_required
def match_decide_step(request: HttpRequest, slug: str) -> HttpResponse:
    """Say who goes on from a match, or let lots do so (button `lots`)."""
    if request.method != "POST":
        return redirect("tournaments:bracket_desk", slug=slug)
    by_lots = "lots" in request.POST
    try:
        decided = match_decide(
            act=act_of(request).because(request.POST.get("why", "")[:WHY]),
            match_key=request.POST.get("match", "")[:20],
            advances="" if by_lots else request.POST.get("goes_on", "")[:20],
            by_lots=by_lots,
        )
    except DomainError as refusal:
        return _desk(request, event_by_slug(slug), refusal)
    if decided.goes_on is not None:
        messages.success(request, _("%(name)s advances.") % {"name": isolated(decided.goes_on.player.name)})
    else:
        messages.success(request, _("The decision is taken back."))
    return redirect("tournaments:bracket_desk", slug=slug)


@login_required
def bracket_follow_step(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the paired rounds follow the results, as shown before."""
    if request.method != "POST":
        return redirect("tournaments:bracket_desk", slug=slug)
    event = event_by_slug(slug)
    try:
        bracket_follow(act=act_of(request).because(request.POST.get("why", "")[:WHY]), stage=stage_of(event))
    except DomainError as refusal:
        return _desk(request, event, refusal)
    messages.success(request, _("The rounds match the results now."))
    return redirect("tournaments:bracket_desk", slug=slug)
