"""Buchholz (BH, C.07 8.1): the sum of the opponents' scores; with the lowest ones or the extremes cut (C.07 14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.cuts import (
    CUT_1,
    CUT_2,
    MEDIAN_1,
    MEDIAN_2,
    CutRule,
    cut_1,
    cut_2,
    median_1,
    median_2,
    no_cut,
)
from tournaments.formats.core.tiebreaks.opponents import Contribution
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute, TieBreak, TieBreakWords
from tournaments.formats.core.tiebreaks.value import Part, TieBreakValue


def sum_of_scores(code: str, contributions: Callable[[Results, int], Sequence[Contribution]], cut: CutRule) -> Compute:
    """A tie-break that adds up scores of opponents, those cut left out."""

    def value(results: Results, number: int) -> TieBreakValue:
        rounds = contributions(results, number)
        scores = [one.score for one in rounds]
        cuts = cut(scores, {at for at, one in enumerate(rounds) if one.is_voluntarily_unplayed})
        parts = tuple(Part(one.round, one.opponent, one.score, one.kind, cuts.get(at)) for at, one in enumerate(rounds))
        total = sum(scores) - sum(scores[at] for at in cuts)
        return TieBreakValue(code, total, scale=results.scale, decimals=results.decimals, parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


def _contributions(results: Results, number: int) -> Sequence[Contribution]:
    return results.contributions[number]


_MEANING = _("The points of all opponents added up: stronger opponents rank a player higher.")
TIE_BREAKS = (
    TieBreak("BH", TieBreakWords(_("Buchholz"), _MEANING), "C.07 8.1", sum_of_scores("BH", _contributions, no_cut)),
    TieBreak(
        "BHC1",
        TieBreakWords(
            _("Buchholz cut 1"), _MEANING, pgettext_noop("column of the standings", "Buchholz cut 1"), modifier=CUT_1
        ),
        "C.07 8.1, 14.1",
        sum_of_scores("BHC1", _contributions, cut_1),
    ),
    TieBreak(
        "BHC2",
        TieBreakWords(
            _("Buchholz cut 2"), _MEANING, pgettext_noop("column of the standings", "Buchholz cut 2"), modifier=CUT_2
        ),
        "C.07 8.1, 14.2",
        sum_of_scores("BHC2", _contributions, cut_2),
    ),
    TieBreak(
        "BHM1",
        TieBreakWords(_("Median Buchholz"), _MEANING, modifier=MEDIAN_1),
        "C.07 8.1, 14.3",
        sum_of_scores("BHM1", _contributions, median_1),
    ),
    TieBreak(
        "BHM2",
        TieBreakWords(_("Median Buchholz 2"), _MEANING, modifier=MEDIAN_2),
        "C.07 8.1, 14.4",
        sum_of_scores("BHM2", _contributions, median_2),
    ),
)
