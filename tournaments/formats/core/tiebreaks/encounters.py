"""Encounters (ENC) that an entrant won over the stage."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.own_rounds import sum_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.tie_break import TieBreak


def _encounters(round_: Round) -> int:
    return round_.cell.encounters


TIE_BREAKS = (TieBreak("ENC", _("Encounters won"), "Magistrar", sum_of_rounds("ENC", _encounters)),)
