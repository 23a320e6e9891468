"""Who sits at which seat: everybody at each seat about as often, and so as often first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

Counts = dict[tuple[int, int], int]  # by player and seat, how often so far
Table = list[int]
SWEEPS = 20


def seats_of_table(players: Sequence[int], counts: Mapping[tuple[int, int], int]) -> Table:
    """The players in the order of their seats, so that the sum of the squares of how often each sits at each seat
    grows least. `counts` are by player and seat from 0 on; of equally good orders the first by the players' own."""
    costs = [[counts.get((player, seat), 0) for seat in range(len(players))] for player in players]
    # A square grows by twice the count and one: the orders differ by the sums of the counts.
    best = min(
        permutations(range(len(players))), key=lambda order: sum(costs[at][seat] for seat, at in enumerate(order))
    )
    return [players[at] for at in best]


def repeats(players: Sequence[int], counts: Mapping[tuple[int, int], int]) -> int:
    """How often these players, in the order of their seats, have sat there before."""
    return sum(counts.get((player, seat), 0) for seat, player in enumerate(players))


def balanced_seats(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[Table]]:
    """The tables of all rounds in the order of the seats. Where all tables are equal, a player's seat counts differ by
    one at most; elsewhere the sum of their squares is brought down as far as changing one table at a time does."""
    sizes = {len(table) for round_ in rounds for table in round_}
    if len(sizes) == 1:
        return _coloured(rounds, sizes.pop())
    return _one_by_one(rounds)


Run = tuple[int, int]  # a player, and which `size` of the player's rounds


class _Colouring:
    """Seats as colours of the edges between tables and runs: no node has two edges of one colour."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.of_table: dict[int, list[Run | None]] = {}
        self.of_run: dict[Run, list[int | None]] = {}

    def add(self, table: int, run: Run) -> None:
        """Colour one more edge. No node has more edges than there are colours, so both ends have a free one; where it
        isn't the same, the table's is freed at the run by exchanging both along a path (D. König)."""
        at_table = self.of_table.setdefault(table, [None] * self.size)
        at_run = self.of_run.setdefault(run, [None] * self.size)
        colour = at_table.index(None)
        if at_run[colour] is not None:
            self._exchange(run, colour, at_run.index(None))
        at_table[colour], at_run[colour] = run, table

    def _exchange(self, run: Run, colour: int, free: int) -> None:
        """Exchange two colours along the path that leaves the run by `colour`. It never comes to a table without an
        edge of that colour."""
        path: list[tuple[int, Run, int]] = []
        at: Run | None = run
        while at is not None and (table := self.of_run[at][colour]) is not None:
            path.append((table, at, colour))
            at = self.of_table[table][free]
            if at is not None:
                path.append((table, at, free))
        for table, node, old in path:
            self.of_table[table][old] = self.of_run[node][old] = None
        for table, node, old in path:
            new = free if old == colour else colour
            self.of_table[table][new], self.of_run[node][new] = node, table


def _coloured(rounds: Sequence[Sequence[Sequence[int]]], size: int) -> list[list[Table]]:
    """Each `size` rounds of a player are one node, so that the player has each seat once in them."""
    colouring = _Colouring(size)
    played: dict[int, int] = {}
    number = 0
    for round_ in rounds:
        for players in round_:
            for player in players:
                colouring.add(number, (player, played.get(player, 0) // size))
                played[player] = played.get(player, 0) + 1
            number += 1
    seated = ([run[0] for run in colouring.of_table[table] if run] for table in range(number))
    return [[next(seated) for _table in round_] for round_ in rounds]


def _one_by_one(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[Table]]:
    """One table after the other, and again as long as some table can be seated better among all others."""
    counts: Counts = {}
    seated: list[list[Table]] = []
    for round_ in rounds:
        seated.append([])
        for players in round_:
            table = seats_of_table(players, counts)
            _count(table, counts, 1)
            seated[-1].append(table)
    for _again in range(SWEEPS):
        changed = False
        for tables in seated:
            for at, table in enumerate(tables):
                _count(table, counts, -1)
                better = seats_of_table(table, counts)
                if repeats(better, counts) < repeats(table, counts):
                    tables[at], changed = better, True
                _count(tables[at], counts, 1)
        if not changed:
            break
    return seated


def _count(table: Sequence[int], counts: Counts, by: int) -> None:
    for seat, player in enumerate(table):
        counts[player, seat] = counts.get((player, seat), 0) + by
