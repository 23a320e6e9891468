"""Sonneborn-Berger (SB, C.07 9.1): each opponent's score times the points made against him; with cuts (C.07 14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.messages import pgettext_noop
from tournaments.formats.core.tiebreaks.cuts import CUT_1, Cuts
from tournaments.formats.core.tiebreaks.opponents import Contribution
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.tie_break import Compute, TieBreak, TieBreakWords
from tournaments.formats.core.tiebreaks.value import Cut, Part, TieBreakValue


def _product(one: Contribution) -> int:
    return one.score * one.points


def _cut_1(rounds: Sequence[Contribution]) -> Cuts:
    """The product with the lowest-scoring opponent, the least of these (C.07 14.1.1 d); or the least product of a
    voluntarily unplayed round, where that isn't less (C.07 16.5). A single one is kept."""
    if len(rounds) < 2:
        return {}
    lowest = min(range(len(rounds)), key=lambda at: (rounds[at].score, _product(rounds[at])))
    unplayed = [at for at, one in enumerate(rounds) if one.is_voluntarily_unplayed]
    least_unplayed = min(unplayed, key=lambda at: _product(rounds[at]), default=None)
    if least_unplayed is not None and _product(rounds[least_unplayed]) >= _product(rounds[lowest]):
        return {least_unplayed: Cut.UNPLAYED}
    return {lowest: Cut.LOWEST}


def _no_cut(rounds: Sequence[Contribution]) -> Cuts:
    return {}


def _sum_of_products(code: str, cut: Callable[[Sequence[Contribution]], Cuts]) -> Compute:
    def value(results: Results, number: int) -> TieBreakValue:
        rounds = results.contributions[number]
        cuts = cut(rounds)
        parts = tuple(
            Part(one.round, one.opponent, _product(one), one.kind, cuts.get(at)) for at, one in enumerate(rounds)
        )
        total = sum(_product(one) for at, one in enumerate(rounds) if at not in cuts)
        return TieBreakValue(code, total, scale=results.scale**2, decimals=2, parts=parts)

    return lambda results, numbers: {number: value(results, number) for number in numbers}


_MEANING = _("Each opponent’s points times what was scored against them: points against the strong count more.")
TIE_BREAKS = (
    TieBreak(
        "SB",
        TieBreakWords(_("Sonneborn-Berger"), _MEANING, pgettext_noop("column of the standings", "Sonneborn")),
        "C.07 9.1",
        _sum_of_products("SB", _no_cut),
    ),
    TieBreak(
        "SBC1",
        TieBreakWords(
            _("Sonneborn-Berger cut 1"),
            _MEANING,
            pgettext_noop("column of the standings", "Sonneborn cut 1"),
            modifier=CUT_1,
        ),
        "C.07 9.1, 14.1",
        _sum_of_products("SBC1", _cut_1),
    ),
)
