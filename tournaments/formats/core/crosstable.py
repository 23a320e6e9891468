"""The crosstable: who met whom with which result, rows and columns in rank order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.core.standings import StandingRow
from tournaments.formats.core.state import CellKind, Colour, Entrant, StageState


@dataclass(frozen=True, slots=True)
class CrossCell:
    """One round of the row's entrant. `opponent_rank` is None for a bye; points are in units of the stage's scale."""

    round: int
    kind: CellKind
    points: int
    opponent: int | None = None
    opponent_rank: int | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One entrant. `rounds` are his rounds in order (a Swiss table's columns); `against` has one entry for each row of
    the table, in its order, with the meetings of the two in order of rounds (a round robin's columns; empty on the
    diagonal and where they haven't met)."""

    number: int
    rank: int
    points: int
    counted: bool
    rounds: tuple[CrossCell, ...]
    against: tuple[tuple[CrossCell, ...], ...]


def crosstable(state: StageState, ranking: Sequence[StandingRow]) -> tuple[CrossRow, ...]:
    """Rows in the order of `ranking`, which must be of the same state (see `standings` and `after_round`)."""
    rank = {row.number: row.rank for row in ranking}
    order = [row.number for row in ranking]
    cells = {entrant.number: _cells(entrant, state.rounds_done, rank) for entrant in state.entrants}
    return tuple(
        CrossRow(row.number, row.rank, row.points, row.counted, cells[row.number], _against(cells[row.number], order))
        for row in ranking
    )


def _cells(entrant: Entrant, rounds_done: int, rank: dict[int, int]) -> tuple[CrossCell, ...]:
    cells = entrant.cells[:rounds_done]
    return tuple(
        CrossCell(
            round=at,
            kind=cell.kind,
            points=cell.points,
            opponent=cell.opponent,
            opponent_rank=None if cell.opponent is None else rank[cell.opponent],
            colour=cell.colour,
        )
        for at, cell in enumerate(cells, start=1)
    )


def _against(cells: tuple[CrossCell, ...], order: list[int]) -> tuple[tuple[CrossCell, ...], ...]:
    met: dict[int, list[CrossCell]] = {}
    for cell in cells:
        if cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(cell)
    return tuple(tuple(met.get(number, ())) for number in order)
