"""Games won at tables (TWON): a first place counts one, a shared one its share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.records import Round
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, TieBreakWords, Values
from tournaments.formats.core.tiebreaks.value import Part, PartKind, TieBreakValue


def _won(round_: Round) -> Fraction:
    sitting = round_.sitting
    if sitting is None or not round_.is_played or sitting.place != 1:
        return Fraction(0)
    return Fraction(1, sitting.places.count(1))


def _wins(results: Results, numbers: Sequence[int]) -> Values:
    values: dict[int, TieBreakValue] = {}
    for number in numbers:
        won = [(round_.number, _won(round_)) for round_ in results.records[number].rounds]
        parts = tuple(Part(at, None, amount, PartKind.ROUND) for at, amount in won if amount)
        total = sum((amount for _at, amount in won), Fraction(0))
        values[number] = TieBreakValue("TWON", total, decimals=2, parts=parts)
    return values


TIE_BREAKS = (
    TieBreak(
        "TWON",
        TieBreakWords(
            _("Tables won"),
            _("Games won at the table; a shared first place counts its share."),
            pgettext_noop("column of the standings", "Tables won"),
        ),
        "",
        _wins,
        for_two=False,
        for_many=True,
    ),
)
