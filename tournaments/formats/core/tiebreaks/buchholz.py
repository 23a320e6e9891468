"""Buchholz (BH, C.07 8.1): the sum of the opponents' scores; with the lowest ones or the extremes cut (C.07 14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.cuts import CutRule, cut_1, cut_2, median_1, median_2, no_cut
from tournaments.formats.core.tiebreaks.opponents import Contribution
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute, TieBreak
from tournaments.formats.core.tiebreaks.value import Part, TieBreakValue


def sum_of_scores(code: str, contributions: Callable[[Results, int], Sequence[Contribution]], cut: CutRule) -> Compute:
    """A tie-break that adds up scores of opponents, those cut left out."""

    def value(results: Results, number: int) -> TieBreakValue:
        rounds = contributions(results, number)
        scores = [one.score for one in rounds]
        cuts = cut(scores, {at for at, one in enumerate(rounds) if one.is_voluntarily_unplayed})
        parts = tuple(Part(one.round, one.opponent, one.score, one.kind, cuts.get(at)) for at, one in enumerate(rounds))
        total = sum(scores) - sum(scores[at] for at in cuts)
        return TieBreakValue(code, total, scale=2, decimals=1, parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


def _contributions(results: Results, number: int) -> Sequence[Contribution]:
    return results.contributions[number]


TIE_BREAKS = (
    TieBreak("BH", _("Buchholz"), "C.07 8.1", sum_of_scores("BH", _contributions, no_cut)),
    TieBreak("BHC1", _("Buchholz cut 1"), "C.07 8.1, 14.1", sum_of_scores("BHC1", _contributions, cut_1)),
    TieBreak("BHC2", _("Buchholz cut 2"), "C.07 8.1, 14.2", sum_of_scores("BHC2", _contributions, cut_2)),
    TieBreak("BHM1", _("Median Buchholz"), "C.07 8.1, 14.3", sum_of_scores("BHM1", _contributions, median_1)),
    TieBreak("BHM2", _("Median Buchholz 2"), "C.07 8.1, 14.4", sum_of_scores("BHM2", _contributions, median_2)),
)
