"""Where somebody sits in the newest round, by name or table: public names alone are searched."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from magistrar_site.shared.names import fold_name
from magistrar_site.shared.web_cache import cached
from tournaments.models import Match, Round
from tournaments.selectors.page_versions import VersionedEvent
from tournaments.selectors.rounds.pairings import pairings_of_matches, pairings_of_round
from tournaments.web.live.parts import event_tag
from tournaments.web.public import event_context, visible
from tournaments.web.table_filter import LONGEST, table_filter
from tournaments.web.versions import event_version

SHOWN = 20  # tables that are found at most

Seated = tuple[str, int | None, list[str]]  # key of a match, its table (None: a bye), folded public names


@never_cache
@require_safe
def find_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the newest round that ?q= finds."""
    versioned = event_version(request, slug)
    context = event_context(request, visible(request, versioned.event), "pairings")
    round_ = next(reversed(list(context["rounds"])), None)
    text = request.GET.get("q", "")[:LONGEST]
    wanted = table_filter(text)
    found = []
    if round_ is not None and (wanted.ranges or wanted.names):
        found = [key for key, table, names in _seated(versioned, round_) if wanted.shows(table, names)]
    context |= {
        "wanted": text,
        "round": round_,
        "pairings": pairings_of_matches(Match.objects.filter(key__in=found[:SHOWN])),
        "found_count": len(found),
        "asked": bool(text.strip()),
    }
    return render(request, "tournaments/find_table.html", context)


def _seated(versioned: VersionedEvent, round_: Round) -> list[Seated]:
    """Where everybody sits, kept until the event changes."""

    def make() -> list[Seated]:
        return [
            (
                pairing.match_key,
                None if pairing.bye else pairing.table,
                [fold_name(seat.name) for seat in pairing.seats],
            )
            for pairing in pairings_of_round(round_)
        ]

    return cached(event_tag(versioned, "seated", round_.pk), make)
