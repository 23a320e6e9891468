"""One's own rating (RTNG, C.07 10.6), in place of a drawing of lots."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import TieBreakValue


def _ratings(results: Results, numbers: Sequence[int]) -> Values:
    return {number: TieBreakValue("RTNG", results.records[number].rating) for number in numbers}


TIE_BREAKS = (
    TieBreak("RTNG", TieBreakWords(_("Rating"), _("The rating at the start.")), "C.07 10.6", _ratings, for_two=False),
)
