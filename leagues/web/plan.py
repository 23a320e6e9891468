"""The plan of a season: who would play where, and why, before anything is written (G3)."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.enums import LeagueAction, SeasonState
from leagues.placement.values import Reason
from leagues.selectors.seasons import divisions_of, entries_of_division
from leagues.services.entries.move import player_move
from leagues.services.seasons.placement import PlannedPlayer, placement_plan
from leagues.web.acts import act_and_season, address_of, seen_of
from leagues.web.manage import season_context
from leagues.web.players import division_typed, entry_in
from leagues.web.reasons import placed_reason, planned_reason
from magistrar_site.shared.errors import DomainError


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A player of the plan, with the reason in words."""

    player: PlannedPlayer
    why: str


@never_cache
@require_safe
@login_required
def plan(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """The plan as it would be written now; once it is written, the divisions as they are."""
    act, season = act_and_season(request, club, slug, number, LeagueAction.VIEW)
    context = season_context(act, season)
    if season.state not in {SeasonState.PLANNED, SeasonState.OPEN}:
        divisions = [
            (division, [(entry, placed_reason(entry)) for entry in entries_of_division(division)])
            for division in divisions_of(season)
        ]
        return render(request, "leagues/placed.html", context | {"divisions": divisions})
    found = placement_plan(act=act, season=season)
    rows = [
        (division, [PlanRow(player, planned_reason(player, division.number)) for player in division.players])
        for division in found.divisions
    ]
    numbers = list(range(1, len(found.divisions) + 2))
    context |= {"plan": found, "rows": rows, "numbers": numbers, "seen": found.seen, "reasons": Reason}
    return render(request, "leagues/plan.html", context)


@require_POST
@login_required
def player_moved(request: HttpRequest, club: str, slug: str, number: int, key: str) -> HttpResponse:
    """Put a player in a division by hand, with a reason; an empty `division` leaves it to the plan again."""
    act, season = act_and_season(request, club, slug, number)
    entry = entry_in(season, key)
    try:
        player_move(
            act=act.because(request.POST.get("why", "")[:1000]),
            entry=entry,
            division=division_typed(request.POST.get("division", "").strip()),
            seen=seen_of(request),
        )
    except DomainError as refusal:
        fields = " ".join(str(text) for text in refusal.fields.values())
        messages.error(request, f"{refusal.message} {fields}".strip())
    else:
        messages.success(request, _("The plan is changed."))
    return redirect("leagues:plan", *address_of(season))
