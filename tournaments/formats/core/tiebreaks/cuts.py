"""Cuts (C.07 14): which contributions are left out, and why. One that was cut stays listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from tournaments.formats.core.tiebreaks.value import Cut


class Cuttable(msgspec.Struct, frozen=True):
    """A contribution: what it adds, and whether it stems from a voluntarily unplayed round."""

    amount: int
    is_voluntarily_unplayed: bool = False


Cuts = dict[int, Cut]


def cut_lowest(values: Sequence[Cuttable], times: int) -> Cuts:
    """The positions of the least values, one after the other. As long as there are contributions of voluntarily
    unplayed rounds, the lowest of those goes first (C.07 16.5). The last contribution is never cut."""
    cuts: Cuts = {}
    for _ in range(min(times, len(values) - 1)):
        left = [at for at in range(len(values)) if at not in cuts]
        unplayed = [at for at in left if values[at].is_voluntarily_unplayed]
        victim = min(unplayed or left, key=lambda at: values[at].amount)
        cuts[victim] = Cut.UNPLAYED if unplayed else Cut.LOWEST
    return cuts


def cut_median(values: Sequence[Cuttable], times: int) -> Cuts:
    """The least and then the greatest values, so many of each (C.07 14.3, 14.4); none where nothing would be left."""
    if len(values) < 2 * times + 1:
        return {}
    cuts = cut_lowest(values, times)
    for _ in range(times):
        left = [at for at in range(len(values)) if at not in cuts]
        cuts[max(left, key=lambda at: values[at].amount)] = Cut.HIGHEST
    return cuts


CutRule = Callable[[Sequence[Cuttable]], Cuts]


def no_cut(values: Sequence[Cuttable]) -> Cuts:
    """Everything counts."""
    return {}


def cut_1(values: Sequence[Cuttable]) -> Cuts:
    """Without the least value (C.07 14.1)."""
    return cut_lowest(values, 1)


def cut_2(values: Sequence[Cuttable]) -> Cuts:
    """Without the two least values (C.07 14.2)."""
    return cut_lowest(values, 2)


def median_1(values: Sequence[Cuttable]) -> Cuts:
    """Without the least and the greatest value (C.07 14.3)."""
    return cut_median(values, 1)


def median_2(values: Sequence[Cuttable]) -> Cuts:
    """Without the two least and the two greatest values (C.07 14.4)."""
    return cut_median(values, 2)
