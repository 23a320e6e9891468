"""Rounds that the entrant elected to play (REP, C.07 7.6): all but requested byes and lost forfeits."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.own_rounds import count_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords


def _is_elected(results: Results, round_: Round) -> bool:
    return round_.is_game or not round_.is_voluntarily_unplayed


TIE_BREAKS = (
    TieBreak(
        "REP",
        TieBreakWords(
            _("Rounds elected to play"),
            _("Rounds in which the player was there to play."),
            pgettext_noop("column of the standings", "Rounds there"),
        ),
        "C.07 7.6",
        count_of_rounds("REP", _is_elected),
        for_two=False,
    ),
)
