"""All ways to seat few players, where comparing them is quicker than a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod

from tournaments.formats.systems.tables.sizes import Sizes

MOST = 6_000  # twelve players in fours have 5,775


def seating_count(sizes: Sizes) -> int:
    """How many ways there are, whatever the order of tables and seats."""
    same = prod(map(factorial, [*sizes, *Counter(sizes).values()]))
    return factorial(sum(sizes)) // same


def every_seating(players: Sequence[int], sizes: Sizes) -> Iterator[list[list[int]]]:
    """Each way once. The first of the players sits at a table of each size in turn, with each choice of others."""
    if not sizes:
        yield []
        return
    first, *others = players
    for size in dict.fromkeys(sizes):
        left = list(sizes)
        left.remove(size)
        for chosen in combinations(others, size - 1):
            remaining = [player for player in others if player not in chosen]
            for tables in every_seating(remaining, tuple(left)):
                yield [[first, *chosen], *tables]
