"""The pairing number (TPN, C.07 7.8), in place of a drawing of lots: the lower one goes first."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import TieBreakValue


def _numbers(results: Results, numbers: Sequence[int]) -> Values:
    return {number: TieBreakValue("TPN", number) for number in numbers}


TIE_BREAKS = (
    TieBreak(
        "TPN",
        TieBreakWords(
            _("Pairing number"),
            _("The pairing number; a lower one ranks higher."),
            pgettext_noop("column of the standings", "Number"),
        ),
        "C.07 7.8",
        _numbers,
        lower_first=True,
        for_two=False,
    ),
)
