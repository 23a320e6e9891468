"""The crosstable of rounds at tables: who met whom, and who was placed better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.core.standings import StandingRow
from tournaments.formats.core.state import CellKind, Sitting, StageState


@dataclass(frozen=True, slots=True)
class TableMeeting:
    """One game that the row's entrant and the column's sat at. `lead` is 1 where the row's was placed better, 0 where
    they shared a place, -1 where the column's was better, and None while there are no places. A meeting isn't `played`
    where one of the two forfeited."""

    round: int
    table: int
    lead: int | None
    is_played: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """One entrant. `sittings` are the entrant's rounds in order; `against` has one entry for each row of the table, in
    its order, with the meetings of the two in order of rounds: empty on the diagonal and where they haven't met."""

    number: int
    rank: int
    points: int
    counted: bool
    sittings: tuple[Sitting, ...]
    against: tuple[tuple[TableMeeting, ...], ...]


def table_crosstable(state: StageState, ranking: Sequence[StandingRow]) -> tuple[TableRow, ...]:
    """Rows in the order of `ranking`, which must be of the same state."""
    sittings = {entrant.number: entrant.sittings[: state.rounds_done] for entrant in state.entrants}
    return tuple(
        TableRow(
            row.number,
            row.rank,
            row.points,
            row.counted,
            sittings[row.number],
            tuple(_meetings(row.number, other.number, sittings) for other in ranking),
        )
        for row in ranking
    )


def _meetings(number: int, other: int, sittings: dict[int, tuple[Sitting, ...]]) -> tuple[TableMeeting, ...]:
    return tuple(
        TableMeeting(
            at,
            sitting.table,
            _lead(sitting, other),
            _was_played(sitting) and _was_played(sittings[other][at - 1]),
        )
        for at, sitting in enumerate(sittings[number], 1)
        if other in sitting.others
    )


def _lead(sitting: Sitting, other: int) -> int | None:
    if not sitting.places:
        return None
    own, its = sitting.places[0], sitting.places[1 + sitting.others.index(other)]
    return (own < its) - (own > its)


def _was_played(sitting: Sitting) -> bool:
    return sitting.kind is CellKind.PLAYED
