"""Cuts (C.07 14): which contributions are left out, and why. One that was cut stays listed."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.tiebreaks.value import Cut

# What the ends of codes stand for.
CUT_1 = _("Cut 1: the lowest contribution is left out (C.07 14.1).")
CUT_2 = _("Cut 2: the two lowest contributions are left out (C.07 14.2).")
MEDIAN_1 = _("Median: the lowest and the highest contribution are left out (C.07 14.3).")
MEDIAN_2 = _("Median 2: the two lowest and the two highest contributions are left out (C.07 14.4).")

Cuts = dict[int, Cut]


def cut_lowest(amounts: Sequence[int], unplayed: Container[int], times: int) -> Cuts:
    """The positions of the least amounts, one after the other; `unplayed` are the positions of voluntarily unplayed
    rounds. As long as there are contributions of voluntarily
    unplayed rounds, the lowest of those goes first (C.07 16.5). The last contribution is never cut."""
    cuts: Cuts = {}
    for _time in range(min(times, len(amounts) - 1)):
        left = [at for at in range(len(amounts)) if at not in cuts]
        first = [at for at in left if at in unplayed]
        victim = min(first or left, key=amounts.__getitem__)
        cuts[victim] = Cut.UNPLAYED if first else Cut.LOWEST
    return cuts


def cut_median(amounts: Sequence[int], unplayed: Container[int], times: int) -> Cuts:
    """The least and then the greatest values, so many of each (C.07 14.3, 14.4); none where nothing would be left."""
    if len(amounts) < 2 * times + 1:
        return {}
    cuts = cut_lowest(amounts, unplayed, times)
    for _time in range(times):
        left = [at for at in range(len(amounts)) if at not in cuts]
        cuts[max(left, key=amounts.__getitem__)] = Cut.HIGHEST
    return cuts


CutRule = Callable[[Sequence[int], Container[int]], Cuts]


def no_cut(amounts: Sequence[int], unplayed: Container[int]) -> Cuts:
    """Everything counts."""
    return {}


def cut_1(amounts: Sequence[int], unplayed: Container[int]) -> Cuts:
    """Without the least value (C.07 14.1)."""
    return cut_lowest(amounts, unplayed, 1)


def cut_2(amounts: Sequence[int], unplayed: Container[int]) -> Cuts:
    """Without the two least values (C.07 14.2)."""
    return cut_lowest(amounts, unplayed, 2)


def median_1(amounts: Sequence[int], unplayed: Container[int]) -> Cuts:
    """Without the least and the greatest value (C.07 14.3)."""
    return cut_median(amounts, unplayed, 1)


def median_2(amounts: Sequence[int], unplayed: Container[int]) -> Cuts:
    """Without the two least and the two greatest values (C.07 14.4)."""
    return cut_median(amounts, unplayed, 2)
