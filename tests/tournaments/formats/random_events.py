"""Random events for the tests of standings: results alone, paired without any system."""

from __future__ import annotations

import random

from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState

_BYES = ((CellKind.HALF_BYE, 1), (CellKind.ZERO_BYE, 0), (CellKind.FULL_BYE, 2))


# The numbers of a made-up game: the first is its own score; of the last only the newest counts, and less is better.
NUMBERS = (
    NumberColumn("score", "SCO", "Score", "Score", "Heron", has_difference=True),
    NumberColumn("tokens", "TOK", "Tokens taken", "Tokens", "Heron"),
    NumberColumn("debts", "DEB", "Debts", "Debts", "Heron", is_newest=True, lower_first=True),
)


def random_swiss(seed: int, *, entrant_count: int, rounds: int, planned_rounds: int | None = None) -> StageState:
    """Byes of every kind, forfeits of one and of both, withdrawals, late entries, unrated entrants; no rematches."""
    rng = random.Random(seed)
    numbers = range(1, entrant_count + 1)
    cells: dict[int, list[Cell]] = {number: [] for number in numbers}
    met: set[frozenset[int]] = set()
    gone = {number: rng.randint(1, rounds) for number in numbers if rng.random() < 0.15}
    late = {number: rng.randint(2, rounds) for number in numbers if rounds > 1 and rng.random() < 0.1}
    for at in range(1, rounds + 1):
        there = [n for n in numbers if at < gone.get(n, rounds + 1) and at >= late.get(n, 1)]
        rng.shuffle(there)
        waiting: list[int] = []
        for number in there:
            if rng.random() < 0.06:
                kind, points = rng.choice(_BYES)
                cells[number].append(Cell(kind, points=points))
                continue
            partner = next((other for other in waiting if frozenset((other, number)) not in met), None)
            if partner is None:
                waiting.append(number)
                continue
            waiting.remove(partner)
            met.add(frozenset((partner, number)))
            cells[partner].append(_result(rng, number, Colour.WHITE, cells[number], partner))
        for number in waiting:
            cells[number].append(Cell(CellKind.PAIRING_BYE, points=2))
        for number in numbers:
            if len(cells[number]) < at:
                cells[number].append(Cell(CellKind.ZERO_BYE))
    ratings = {number: 0 if rng.random() < 0.1 else rng.randint(1000, 2600) for number in numbers}
    entrants = tuple(Entrant(number, ratings[number], tuple(cells[number])) for number in numbers)
    return StageState(entrants, rounds, planned_rounds or rounds, numbers=NUMBERS)


def random_round_robin(seed: int, *, entrant_count: int, double: bool = False) -> StageState:
    """An even field, with forfeits of one and of both."""
    from tournaments.formats.systems.round_robin.berger import berger_table

    rng = random.Random(seed)
    table = berger_table(entrant_count, double=double)
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, entrant_count + 1)}
    for pairs in table:
        for white, black in pairs:
            if 0 in (white, black):
                cells[white or black].append(Cell(CellKind.ZERO_BYE))
            else:
                cells[white].append(_result(rng, black, Colour.WHITE, cells[black], white))
    entrants = tuple(Entrant(number, rng.randint(1000, 2600), tuple(row)) for number, row in cells.items())
    return StageState(entrants, len(table), len(table), predetermined=True, numbers=NUMBERS)


def _result(rng: random.Random, opponent: int, colour: Colour, opponents_cells: list[Cell], number: int) -> Cell:
    """The cell of `number`; that of the opponent is appended to `opponents_cells`."""
    chance = rng.random()
    if chance < 0.05:
        own, other = (CellKind.FORFEIT_WIN, 2), (CellKind.FORFEIT_LOSS, 0)
    elif chance < 0.1:
        own, other = (CellKind.FORFEIT_LOSS, 0), (CellKind.FORFEIT_WIN, 2)
    elif chance < 0.12:
        own, other = (CellKind.FORFEIT_LOSS, 0), (CellKind.FORFEIT_LOSS, 0)
    else:
        points = rng.choice((0, 1, 2))
        own, other = (CellKind.PLAYED, points), (CellKind.PLAYED, 2 - points)
    honoris = rng.randint(-10, 40), rng.randint(-10, 40)
    opponents_cells.append(Cell(other[0], number, colour.other, other[1], (honoris[1], 3, 4), honoris[:1]))
    return Cell(own[0], opponent, colour, own[1], (honoris[0], 2, 5), honoris[1:])
