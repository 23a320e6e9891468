"""Paper for the end of an event, and for every round in case the power goes. The staff's sheets have the names that the
organisers see; the public's have codes for those who hide theirs."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.shared.errors import NotFound
from tournaments.models import Entry, Event
from tournaments.selectors.events import entries_of, rounds_of, stage_of
from tournaments.selectors.rounds.pairings import PairingRow, SeatRow, pairings_of_round
from tournaments.selectors.standings.final import Final, final_of
from tournaments.selectors.standings.tables import standings_of
from tournaments.web.acts import act_and_event
from tournaments.web.printing import print_page
from tournaments.web.public import visible_event
from tournaments.web.tiebreak_words import round_number_of

FIRST_PLACES = 3  # that get a certificate where nobody says how many


def _final(event: Event) -> Final:
    final = final_of(event)
    if final is None:
        raise NotFound("not_finished", _("This event isn’t finished, so there is no final ranking yet."))
    return final


@require_safe
def print_final(request: HttpRequest, slug: str) -> HttpResponse:
    """The final ranking and who won which prize, for everybody."""
    event = visible_event(request, slug)
    return print_page(request, event, "final", {"final": _final(event)})


@never_cache
@require_safe
@login_required
def print_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Who gets which prize, with room to sign for it."""
    _act, event = act_and_event(request, slug, Action.DESK)
    return print_page(request, event, "prizes", {"final": _final(event)})


@never_cache
@require_safe
@login_required
def print_certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """A certificate a page: for the first three, with ?places= for so many, for everybody where it is empty; and for
    whoever won a prize beside."""
    _act, event = act_and_event(request, slug, Action.DESK)
    final = _final(event)
    asked = round_number_of(request.GET.get("places"))
    places = FIRST_PLACES if asked is None and request.GET.get("places") != "" else asked
    rows = [row for row in final.ranking if not places or row.rank <= places or row.prizes]
    context = {"final": final, "rows": rows, "places": places, "players": len(final.ranking)}
    return print_page(request, event, "certificates", context)


@never_cache
@require_safe
@login_required
def print_round(request: HttpRequest, slug: str) -> HttpResponse:
    """All that is needed to go on by hand: the newest round with what is known of it, the standings, and everybody's
    games so far."""
    _act, event = act_and_event(request, slug, Action.DESK)
    stage = stage_of(event)
    round_ = rounds_of(stage).last()
    if round_ is None:
        raise NotFound("no_such_round", _("There is no such round, or it isn’t published yet."))
    names = {entry.key: entry for entry in entries_of(event)}
    pairings = pairings_of_round(round_)
    rounds = list(rounds_of(stage))
    met: dict[tuple[str, int], str] = {}
    for each in rounds:
        for pairing in pairings if each.pk == round_.pk else pairings_of_round(each):
            met |= {(seat.entry_key, each.number): _met(pairing, seat, names) for seat in pairing.seats}
    table = standings_of(event, stage=stage)
    context = {
        "round": round_,
        "pairings": [(pairing, [(names[seat.entry_key], seat) for seat in pairing.seats]) for pairing in pairings],
        "table": table,
        "rows": [
            (row, names[row.entry_key], [met.get((row.entry_key, each.number), "") for each in rounds])
            for row in (table.rows if table else ())
        ],
        "rounds": rounds,
    }
    return print_page(request, event, "round", context)


def _met(pairing: PairingRow, own: SeatRow, names: Mapping[str, Entry]) -> str:
    """A round of a player in one cell: the opponents' numbers, and a mark for who started."""
    others = [str(names[seat.entry_key].number or "–") for seat in pairing.others_than(own.entry_key)]
    return f"{'·'.join(others)}{'*' if own.starts else ''}" if others else "–"
