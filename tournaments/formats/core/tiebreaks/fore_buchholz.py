"""Fore Buchholz (FB, C.07 8.3): Buchholz as if every game of the last planned round had been drawn."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.buchholz import sum_of_scores
from tournaments.formats.core.tiebreaks.cuts import no_cut
from tournaments.formats.core.tiebreaks.opponents import Contribution
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords


def _contributions(results: Results, number: int) -> Sequence[Contribution]:
    return results.fore_contributions[number]


TIE_BREAKS = (
    TieBreak(
        "FB",
        TieBreakWords(
            _("Fore Buchholz"),
            _("Buchholz as if all games of the last round had been tied, so that it is known before they end."),
        ),
        "C.07 8.3",
        sum_of_scores("FB", _contributions, no_cut),
    ),
)
