"""Direct table (TDE): the places at the one table where all who are tied sat together, where there is just one."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, PartKind, TieBreakValue


def _places(results: Results, numbers: Sequence[int]) -> Values:
    first, *others = numbers
    common = [
        round_.number
        for round_ in results.records[first].played
        if round_.sitting and round_.sitting.places and set(others) <= set(round_.sitting.others)
    ]
    if len(common) != 1 or not all(results.records[number].rounds[common[0] - 1].is_played for number in others):
        return {number: TieBreakValue("TDE", None) for number in numbers}
    values: dict[int, TieBreakValue] = {}
    for number in numbers:
        sitting = results.records[number].rounds[common[0] - 1].sitting
        place = sitting.place if sitting else None
        parts = () if place is None else (Part(common[0], None, place, PartKind.ROUND),)
        values[number] = TieBreakValue("TDE", place, parts=parts)
    return values


TIE_BREAKS = (
    TieBreak(
        "TDE",
        TieBreakWords(
            _("Direct table"),
            _("The places at the table where all who are tied sat together, if they did exactly once."),
            pgettext_noop("column of the standings", "Direct table"),
        ),
        "",
        _places,
        within_tie=True,
        lower_first=True,
        for_two=False,
        for_many=True,
    ),
)
