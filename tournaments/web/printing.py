"""Pages for paper: HTML with a stylesheet for print, so that the browser makes the sheets or the PDF."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotFound
from tournaments.models import Event, Match, Round
from tournaments.selectors.events import event_by_slug, rounds_of, stage_of
from tournaments.selectors.ladder import ladder_stage
from tournaments.selectors.ladder_views import ladder_view
from tournaments.selectors.rounds.name_lines import lines_by_name
from tournaments.selectors.rounds.pairings import PairingRow, open_after, pairings_of_round
from tournaments.selectors.series.views import BagRow, SeriesView, series_views
from tournaments.selectors.stages import is_of_pairs, stages_of
from tournaments.selectors.standings.crosstables import crosstable_of
from tournaments.selectors.standings.tables import standings_of
from tournaments.services.permissions import require_event
from tournaments.web.public import stage_from_query, visible_event
from tournaments.web.tiebreak_words import round_number_of

UPRIGHT_COLUMNS = 9  # a crosstable with more is printed across


def _round(request: HttpRequest, event: Event) -> Round:
    """The round that ?round= names, else the newest. NotFound where it isn't published."""
    rounds = list(rounds_of(stage_of(event)))
    number = round_number_of(request.GET.get("round"))
    found = [round_ for round_ in rounds if number is None or round_.number == number]
    if not found:
        raise NotFound("no_such_round", _("There is no such round, or it isn’t published yet."))
    return found[-1]


def print_page(request: HttpRequest, event: Event, what: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"tournaments/print/{what}.html", {"event": event, "now": timezone.now(), **context})


@require_safe
def print_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """A round's pairings by table."""
    event = visible_event(request, slug)
    round_ = _round(request, event)
    return print_page(request, event, "tables", {"round": round_, "pairings": pairings_of_round(round_)})


@require_safe
def print_names(request: HttpRequest, slug: str) -> HttpResponse:
    """A round's pairings by name: what hangs at the door."""
    event = visible_event(request, slug)
    round_ = _round(request, event)
    return print_page(request, event, "names", {"round": round_, "lines": lines_by_name(pairings_of_round(round_))})


@require_safe
def print_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, or with ?round= as they stood after a round; of a ladder its order and what is open."""
    event = visible_event(request, slug)
    if event.has_ladder:
        ladder = ladder_stage(event)
        return print_page(request, event, "ladder", {"ladder": ladder_view(ladder) if ladder.planned_rounds else None})
    stage = stage_from_query(request, stages_of(event))
    table = standings_of(event, after_round=round_number_of(request.GET.get("round")), stage=stage)
    open_count = open_after(rounds_of(table.stage), table.after_round) if table else 0
    shown = table.without_empty_columns() if table else None
    return print_page(request, event, "standings", {"table": shown, "open_count": open_count})


@require_safe
def print_crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody against everybody, or round by round, of the newest stage or of the one that ?stage= names."""
    event = visible_event(request, slug)
    stages = list(stages_of(event))
    stage = stage_from_query(request, stages)
    rows = crosstable_of(event, stage)
    columns = max((len(row.cells) or len(row.rounds) for row in rows), default=0)
    is_matrix = any(row.cells for row in rows)
    context = {
        "rows": rows,
        "is_matrix": is_matrix,
        "is_of_pairs": is_of_pairs(stage or stages[-1]),
        "is_wide": columns > UPRIGHT_COLUMNS,
    }
    return print_page(request, event, "crosstable", context)


@dataclass(frozen=True)
class Slip:
    """A result slip of a game at a table; `code` leads to the game's page. Of a match of several games it is the next
    one's: `number` says which (0 where there is but one), `bags` what lies in them where lost games change
    that."""

    pairing: PairingRow
    address: str
    code: SafeString
    number: int = 0
    bags: tuple[BagRow, ...] = ()


@never_cache
@require_safe
@login_required
def print_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """Result slips of a round, four to a sheet, to be cut; none for a match of several games that is decided."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.DESK)
    round_ = _round(request, event)
    pairings = [pairing for pairing in pairings_of_round(round_) if pairing.game and not pairing.bye]
    several = [pairing.match_key for pairing in pairings if pairing.best_of > 1]
    series = {each.match_key: each for each in series_views(list(Match.objects.filter(key__in=several))).values()}
    slips = [_slip(pairing, series.get(pairing.match_key)) for pairing in pairings if not pairing.is_decided]
    return print_page(request, event, "slips", {"round": round_, "slips": slips})


def _slip(pairing: PairingRow, series: SeriesView | None) -> Slip:
    key = pairing.game.key if pairing.game else ""
    address = settings.SITE_URL + reverse("tournaments:game", args=[key])
    drawn = segno.make(address, error="m", micro=False).svg_inline(scale=3, border=2, omitsize=True, lineclass="")
    code = mark_safe(drawn)  # made here, of an address of ours
    game = next((game for game in series.games if game.key == key), None) if series else None
    if series is None or game is None:
        return Slip(pairing, address, code)
    return Slip(pairing, address, code, game.number, series.next_bags if game == series.next_game else ())
