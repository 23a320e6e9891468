"""Average of the opponents’ Buchholz (AOB, C.07 8.2), over the games played over the board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, TieBreakValue


def _averages(results: Results, numbers: Sequence[int]) -> Values:
    buchholz = {number: sum(one.score for one in rounds) for number, rounds in results.contributions.items()}
    return {number: _average(results, number, buchholz) for number in numbers}


def _average(results: Results, number: int, buchholz: dict[int, int]) -> TieBreakValue:
    parts = tuple(
        Part(round_.number, opponent, buchholz[opponent])
        for round_ in results.records[number].played
        if (opponent := round_.opponent) is not None
    )
    average = Fraction(sum(part.amount for part in parts), len(parts)) if parts else 0
    return TieBreakValue("AOB", average, scale=results.scale, decimals=2, parts=parts)


TIE_BREAKS = (
    TieBreak(
        "AOB",
        TieBreakWords(
            _("Average of opponents’ Buchholz"),
            _("The average of the opponents’ Buchholz."),
            pgettext_noop("column of the standings", "Avg. Buchholz"),
        ),
        "C.07 8.2",
        _averages,
    ),
)
