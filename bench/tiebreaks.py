"""Time of all tie-breaks: 1,000 entrants after 9 rounds, a random event, best of five. `python -m bench.tiebreaks`"""

from __future__ import annotations

import random
import sys
import time

from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState
from tournaments.formats.core.tiebreaks.catalogue import TIE_BREAKS

ENTRANTS, ROUNDS, REPEATS, SEED = 1000, 9, 5, 2026


def event(entrant_count: int, rounds: int, seed: int) -> StageState:
    """Random pairs within the order of points, a few byes and forfeits."""
    rng = random.Random(seed)
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, entrant_count + 1)}
    for _ in range(rounds):
        order = sorted(cells, key=lambda number: (-sum(cell.points for cell in cells[number]), rng.random()))
        for white, black in zip(order[::2], order[1::2], strict=True):
            for number, cell in zip((white, black), _meeting(rng, white, black), strict=True):
                cells[number].append(cell)
    return StageState(
        tuple(Entrant(number, rng.randint(1000, 2600), tuple(row)) for number, row in cells.items()), rounds, rounds
    )


def _meeting(rng: random.Random, white: int, black: int) -> tuple[Cell, Cell]:
    chance = rng.random()
    if chance < 0.03:
        return Cell(CellKind.HALF_BYE, points=1), Cell(CellKind.PAIRING_BYE, points=2)
    if chance < 0.06:
        win = Cell(CellKind.FORFEIT_WIN, black, Colour.WHITE, 2)
        return win, Cell(CellKind.FORFEIT_LOSS, white, Colour.BLACK, 0)
    points = rng.choice((0, 1, 2))
    return (
        Cell(CellKind.PLAYED, black, Colour.WHITE, points),
        Cell(CellKind.PLAYED, white, Colour.BLACK, 2 - points),
    )


def seconds(state: StageState, codes: list[str], ruleset: str) -> float:
    """The least of several measurements."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        standings(state, codes, ruleset=ruleset)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    state = event(ENTRANTS, ROUNDS, SEED)
    codes = list(TIE_BREAKS)
    for ruleset in ("fide-2026", "fide-2024"):
        measured = seconds(state, codes, ruleset)
        sys.stdout.write(
            f"all {len(codes)} tie-breaks, {ENTRANTS} entrants, {ROUNDS} rounds, {ruleset}: {measured:.3f} s\n"
        )


if __name__ == "__main__":
    main()
