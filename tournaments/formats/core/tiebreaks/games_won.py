"""Games won (WON): over the board (C.07 7.2), in a round robin also by forfeit (C.07 15.2)."""

from __future__ import annotations

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.own_rounds import amount_of_rounds
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords


def _games_won(results: Results, round_: Round) -> int:
    """Of a match of several games each that was won."""
    series = round_.cell.series
    if series is None:
        return int(round_.is_counted_game and round_.points == results.scoring.win)
    return series.won if results.predetermined else series.won - series.unplayed[0]


TIE_BREAKS = (
    TieBreak(
        "WON",
        TieBreakWords(
            _("Games won"), _("Games won at the table."), pgettext_noop("column of the standings", "Games won")
        ),
        "C.07 7.2",
        amount_of_rounds("WON", _games_won),
    ),
)
