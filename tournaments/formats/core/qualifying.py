"""Who goes on from a stage into the next: by the columns of its table, and by nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.core.standings import StandingRow


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Who goes on: the group (1 where there is only one table), the rank in it, and the pairing number."""

    group: int
    rank: int
    number: int


@dataclass(frozen=True, slots=True)
class Qualifying:
    """`qualified` by group and rank. `tied` are those, group by group, whose columns are all the same though it matters
    who of them stands higher: one goes on and the other doesn't, or both do and their places are seeded by. While there
    are any, nothing is decided."""

    qualified: tuple[Qualifier, ...]
    tied: tuple[tuple[int, ...], ...]


def qualifying(
    tables: Mapping[int, Sequence[StandingRow]],
    takes: int,
    gone: Collection[int] = frozenset(),
    first: Collection[int] = frozenset(),
) -> Qualifying:
    """The first `takes` (0: everybody) of each table, in rank order; those of `first` before all others. Who is `gone`,
    or isn't counted, leaves the place to the next."""
    qualified: list[Qualifier] = []
    tied: list[tuple[int, ...]] = []
    for group, rows in sorted(tables.items()):
        staying = [row for row in rows if row.counted and row.number not in gone]
        chosen = sorted(staying, key=lambda row: row.number not in first)[: takes or len(staying)]
        through = [row for row in staying if row in chosen]
        for rank in dict.fromkeys(row.rank for row in through):
            equals = tuple(row.number for row in staying if row.rank == rank)
            if len(equals) > 1:
                tied.append(equals)
        qualified += [Qualifier(group, place, row.number) for place, row in enumerate(through, 1)]
    return Qualifying(tuple(qualified), tuple(tied))
