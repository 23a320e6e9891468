"""Progressive score (PS, C.07 7.5): the sum of the scores after each round; without the first one when cut.

A round that is still to come adds the score reached so far, as the sum goes over all planned rounds.
"""

from __future__ import annotations

from itertools import accumulate, zip_longest

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.cuts import CUT_1
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute, TieBreak, TieBreakWords
from tournaments.formats.core.tiebreaks.value import Cut, Part, PartKind, TieBreakValue


def _sum_of_scores(code: str, cut_rounds: int) -> Compute:
    def value(results: Results, number: int) -> TieBreakValue:
        record = results.records[number]
        gained = zip_longest((round_.points for round_ in record.rounds), record.deducted, fillvalue=0)
        points = [won - lost for won, lost in gained] + [0] * (results.planned_rounds - len(record.rounds))
        scores = list(accumulate(points))
        parts = tuple(
            Part(at, None, score, PartKind.ROUND, Cut.LOWEST if at <= cut_rounds else None)
            for at, score in enumerate(scores, start=1)
        )
        return TieBreakValue(
            code, sum(scores[cut_rounds:]), scale=results.scale, decimals=results.decimals, parts=parts
        )

    return lambda results, numbers: {number: value(results, number) for number in numbers}


_MEANING = _("The points after every round, added up: early points count more often.")
TIE_BREAKS = (
    TieBreak(
        "PS",
        TieBreakWords(_("Progressive score"), _MEANING, pgettext_noop("column of the standings", "Progressive")),
        "C.07 7.5",
        _sum_of_scores("PS", 0),
        for_two=False,
    ),
    TieBreak(
        "PSC1",
        TieBreakWords(
            _("Progressive score cut 1"),
            _MEANING,
            pgettext_noop("column of the standings", "Progressive cut 1"),
            modifier=CUT_1,
        ),
        "C.07 7.5, 14.1",
        _sum_of_scores("PSC1", 1),
        for_two=False,
    ),
)
