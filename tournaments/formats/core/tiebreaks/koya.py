"""Koya (KS, C.07 9.2): points against opponents who made at least half of the greatest possible score."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, PartKind, TieBreakValue


def _points(results: Results, numbers: Sequence[int]) -> Values:
    half = ceil(results.greatest_possible_score / 2)
    strong = {number for number, record in results.records.items() if record.points >= half}
    return {number: _against(results, number, strong) for number in numbers}


def _against(results: Results, number: int, strong: set[int]) -> TieBreakValue:
    parts = tuple(
        Part(round_.number, round_.opponent, round_.points, PartKind.GAME)
        for round_ in results.records[number].rounds
        if round_.is_game and round_.opponent in strong
    )
    return TieBreakValue(
        "KS", sum(part.amount for part in parts), scale=results.scale, decimals=results.decimals, parts=parts
    )


TIE_BREAKS = (
    TieBreak(
        "KS",
        TieBreakWords(_("Koya"), _("Points against opponents who scored at least half of what can be scored.")),
        "C.07 9.2",
        _points,
    ),
)
