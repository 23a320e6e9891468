"""How a player's place in the standings came about: every column taken apart, with what it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from magistrar_site.shared.whole_pages import public_page
from tournaments.selectors.penalties import public_deductions_of
from tournaments.selectors.stages import scale_of
from tournaments.selectors.standings.tie_breaks import ValueRow, explained_row
from tournaments.web.progress import progress_plot
from tournaments.web.public import event_context, stage_from_query, visible_event
from tournaments.web.tiebreak_words import explained_column, explained_part, round_number_of
from tournaments.web.versions import event_page_version


def _values(values: tuple[ValueRow, ...], ruleset: str) -> Iterator[dict[str, Any]]:
    for value in values:
        parts = [explained_part(part) for part in value.parts]
        yield {"about": explained_column(value.column, ruleset), "text": value.text, "parts": parts}


@public_page("round", "stage", version=event_page_version)
@require_safe
def standing(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One player's line of the standings (with ?round= as it stood after a round), every value with its parts."""
    event = visible_event(request, slug)
    context = event_context(request, event, "standings")
    stage = stage_from_query(request, context["stages"])
    line = explained_row(event, key, after_round=round_number_of(request.GET.get("round")), stage=stage)
    context |= {"line": line, "values": list(_values(line.values, event.settings.ruleset))}
    deductions = public_deductions_of(event, key) if line.row.deducted else []
    context["deductions"] = [
        penalty
        for penalty in deductions
        if penalty.stage_id == line.table.stage.pk and penalty.round_number <= line.table.after_round
    ]
    context |= {"scale": scale_of(line.table.stage), "progress": progress_plot(line)}
    return render(request, "tournaments/standing.html", context)
