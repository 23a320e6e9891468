"""Who started how often: games played second (BPG, BWG when won, C.07 7.3 and 7.4) and games started (STA)."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.state import Colour
from tournaments.formats.core.tiebreaks.own_rounds import count_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords


def _is_played_second(results: Results, round_: Round) -> bool:
    return round_.is_counted_game and round_.cell.colour is Colour.BLACK


def _is_won_second(results: Results, round_: Round) -> bool:
    return _is_played_second(results, round_) and round_.cell.is_won(results.scoring)


def _is_started(results: Results, round_: Round) -> bool:
    return round_.is_counted_game and round_.cell.colour is Colour.WHITE


TIE_BREAKS = (
    TieBreak(
        "BPG",
        TieBreakWords(
            _("Games played second"),
            _("Games played without starting."),
            pgettext_noop("column of the standings", "Second"),
        ),
        "C.07 7.3",
        count_of_rounds("BPG", _is_played_second),
    ),
    TieBreak(
        "BWG",
        TieBreakWords(
            _("Games won playing second"),
            _("Games won without starting."),
            pgettext_noop("column of the standings", "Won second"),
        ),
        "C.07 7.4",
        count_of_rounds("BWG", _is_won_second),
    ),
    TieBreak(
        "STA",
        TieBreakWords(
            _("Number of starts"),
            _("Games started; fewer count higher."),
            pgettext_noop("column of the standings", "Starts"),
        ),
        "",
        count_of_rounds("STA", _is_started),
        lower_first=True,
    ),
)
