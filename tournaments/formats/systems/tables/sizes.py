"""How many tables of which size: as many players as possible sit, at tables as near to the preferred size as can be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

Sizes = tuple[int, ...]  # from the largest table down: the largest have the lowest numbers


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The sizes that a stage allows, `least` to `most`, and the one that it prefers. ValueError where they don't fit
    together."""

    preferred: int
    least: int
    most: int

    def __post_init__(self) -> None:
        if not 2 <= self.least <= self.preferred <= self.most:
            raise ValueError(f"sizes {self.least} to {self.most} with {self.preferred} preferred")

    def cut(self, players: int) -> Sizes:
        """The tables of a round for so many players, of whom as few as possible have a bye; none at all where there
        are fewer than `least`. Equally good cuts: the smallest greatest size, then the fewest tables, then the smaller
        list at the first difference."""
        for seated in range(players, self.least - 1, -1):
            sizes = _cut(seated, self)
            if sizes is not None:
                return sizes
        return ()


@lru_cache(maxsize=4096)
def _cut(seated: int, sizes: TableSizes) -> Sizes | None:
    """The best way to seat exactly so many; None where there is none.

    Sizes other than the preferred one are few, so only the numbers of tables near to seated / preferred can be best:
    all are tried, each with the fewest deviations for that number.
    """
    best: tuple[tuple[int, int, int, Sizes], Sizes] | None = None
    for tables in range(-(-seated // sizes.most), seated // sizes.least + 1):
        found = _with_tables(seated, tables, sizes)
        deviation = sum(abs(size - sizes.preferred) for size in found)
        rank = deviation, found[0], tables, found
        if best is None or rank < best[0]:
            best = rank, found
    return best[1] if best else None


def _with_tables(seated: int, tables: int, sizes: TableSizes) -> Sizes:
    """The best cut into so many tables: all of the preferred size but for a surplus, or a lack, that is spread evenly.

    Every list with all deviations on one side has the same sum of deviations, and the greatest size is smallest where
    a surplus is spread; a lack leaves the list that is smaller from the largest size down where it is spread too.
    """
    surplus = seated - tables * sizes.preferred
    each, more = divmod(abs(surplus), tables)
    step = 1 if surplus > 0 else -1
    spread = [sizes.preferred + step * (each + (at < more)) for at in range(tables)]
    return tuple(sorted(spread, reverse=True))
