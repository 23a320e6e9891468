"""Prize money, in whole cents: who gets what, where prizes are shared.

Players who are level take as many prizes as they are, from the place of the first of them on, put them together and
share them equally. What can't be divided goes, one cent each, to those who stand first among them. So all that is
given out is what there was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody who can win, in the order of the final ranking."""

    rank: int
    points: int


def shares(placed: Sequence[Placed], amounts: Sequence[int], *, by_points: bool) -> list[int]:
    """The cents of each, in order. `amounts`: the prizes by place, from the first on. `by_points`: those with the same
    points are level; else those on the same rank alone, and everybody else takes the prize of their own place."""
    found: list[int] = []
    for _level, group in groupby(placed, key=lambda one: one.points if by_points else one.rank):
        count, first = len(list(group)), len(found)
        pot = sum(amounts[first : first + count])
        each, left = divmod(pot, count)
        found += [each + (at < left) for at in range(count)]
    return found
