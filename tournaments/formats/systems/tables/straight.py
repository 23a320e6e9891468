"""The cut of the standings straight into tables: who has about as many points sits together."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.systems.tables.sizes import Sizes


def straight_cut(sizes: Sizes) -> list[list[int]]:
    """The first at the first table, and so on, as indices into the standings."""
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return [list(range(end - size, end)) for end, size in zip(ends, sizes, strict=True)]


def nearest_cut(points: Sequence[int], sizes: Sizes) -> list[list[int]]:
    """The cut into tables of these sizes, in whatever order down the standings, whose sum of (highest - lowest points)
    squared is least. No seating has a lesser sum: tables whose points overlap can be disentangled.

    `points` falls. The tables of a size other than the commonest are few, so there are few orders to compare.
    """
    kinds = sorted(set(sizes), reverse=True)
    counts = [sizes.count(kind) for kind in kinds]
    # The least sum for so many tables of each size taken from the top, and the size that was taken last.
    least: dict[tuple[int, ...], tuple[int, int]] = {tuple(0 for _ in kinds): (0, 0)}
    layer = list(least)
    for _table in sizes:
        following: dict[tuple[int, ...], tuple[int, int]] = {}
        for taken in layer:
            so_far = least[taken][0]
            top = sum(number * kind for number, kind in zip(taken, kinds, strict=True))
            for at, kind in enumerate(kinds):
                if taken[at] == counts[at]:
                    continue
                then = (*taken[:at], taken[at] + 1, *taken[at + 1 :])
                found = so_far + (points[top] - points[top + kind - 1]) ** 2, at
                if then not in following or found < following[then]:
                    following[then] = found
        least |= following
        layer = list(following)
    order: list[int] = []
    taken = tuple(counts)
    while any(taken):
        at = least[taken][1]
        order.append(kinds[at])
        taken = (*taken[:at], taken[at] - 1, *taken[at + 1 :])
    return straight_cut(tuple(reversed(order)))


def snake_cut(sizes: Sizes) -> list[list[int]]:
    """The first to the first table, the second to the second, and from the last one back: tables are about equally
    strong. Full tables are passed over. No table starts another turn before all have finished one."""
    tables: list[list[int]] = [[] for _ in sizes]
    player, turn = 0, 0
    while player < sum(sizes):
        for at in range(len(sizes)) if turn % 2 == 0 else reversed(range(len(sizes))):
            if len(tables[at]) < sizes[at]:
                tables[at].append(player)
                player += 1
        turn += 1
    return tables
