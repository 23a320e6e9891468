"""Progressive score (PS, C.07 7.5): the sum of the scores after each round; without the first one when cut.

A round that is still to come adds the score reached so far, as the sum goes over all planned rounds.
"""

from __future__ import annotations

from itertools import accumulate

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute, TieBreak
from tournaments.formats.core.tiebreaks.value import Cut, Part, PartKind, TieBreakValue


def _sum_of_scores(code: str, cut_rounds: int) -> Compute:
    def value(results: Results, number: int) -> TieBreakValue:
        rounds = results.records[number].rounds
        points = [round_.points for round_ in rounds] + [0] * (results.planned_rounds - len(rounds))
        scores = list(accumulate(points))
        parts = tuple(
            Part(at, None, score, PartKind.ROUND, Cut.LOWEST if at <= cut_rounds else None)
            for at, score in enumerate(scores, start=1)
        )
        return TieBreakValue(code, sum(scores[cut_rounds:]), scale=2, decimals=1, parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


TIE_BREAKS = (
    TieBreak("PS", _("Progressive score"), "C.07 7.5", _sum_of_scores("PS", 0)),
    TieBreak("PSC1", _("Progressive score cut 1"), "C.07 7.5, 14.1", _sum_of_scores("PSC1", 1)),
)
