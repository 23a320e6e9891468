"""Markers (MRK) that an entrant took over the stage."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.own_rounds import sum_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.tie_break import TieBreak


def _markers(round_: Round) -> int:
    return round_.cell.markers


TIE_BREAKS = (TieBreak("MRK", _("Duel markers"), "Magistrar", sum_of_rounds("MRK", _markers)),)
