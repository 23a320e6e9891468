"""Honoris (HON), all that an entrant gained over the stage, and its difference (HOND), gained less conceded."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.own_rounds import sum_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.tie_break import TieBreak


def _gained(round_: Round) -> int:
    return round_.cell.honoris


def _difference(round_: Round) -> int:
    return round_.cell.honoris - round_.cell.honoris_against


TIE_BREAKS = (
    TieBreak("HON", _("Honoris sum"), "Magistrar", sum_of_rounds("HON", _gained)),
    TieBreak("HOND", _("Honoris difference"), "Magistrar", sum_of_rounds("HOND", _difference)),
)
