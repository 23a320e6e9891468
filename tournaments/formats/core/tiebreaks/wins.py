"""Rounds won (WIN): those that brought as many points as a win, with or without playing (C.07 7.1).
Of matches of several games those that were won."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.own_rounds import count_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords


def _is_worth_a_win(results: Results, round_: Round) -> bool:
    return round_.cell.is_won(results.scoring)


TIE_BREAKS = (
    TieBreak(
        "WIN",
        TieBreakWords(
            _("Rounds won"),
            _("Rounds that gave as many points as a win, including byes and forfeits."),
            pgettext_noop("column of the standings", "Wins"),
        ),
        "C.07 7.1",
        count_of_rounds("WIN", _is_worth_a_win),
    ),
)
