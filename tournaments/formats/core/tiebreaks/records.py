"""The rounds of an entrant, each with what C.07 15 and 16 make of it."""

from __future__ import annotations

import msgspec

from tournaments.formats.core.state import Cell, CellKind, Entrant, Sitting, StageState

_FORFEITS = frozenset({CellKind.FORFEIT_WIN, CellKind.FORFEIT_LOSS})
_REQUESTED_BYES = frozenset({CellKind.HALF_BYE, CellKind.ZERO_BYE})
_VOLUNTARILY_UNPLAYED = _REQUESTED_BYES | {CellKind.FORFEIT_LOSS}
_AVAILABLE = frozenset({CellKind.PLAYED, CellKind.PAIRING_BYE, CellKind.FULL_BYE, CellKind.FORFEIT_WIN})
_NOT_PAIRED = Cell(CellKind.ZERO_BYE)


class Round(msgspec.Struct, frozen=True, gc=False):
    """One entrant's round. Points are in units of the stage's scale.

    `is_game`: it counts as a game against `opponent` for Buchholz and the like: it was played, or (C.07 15.2) it is a
    forfeit of a round robin. `for_opponents`: what it adds to the score that opponents use (C.07 16.3).
    `is_voluntarily_unplayed`: a requested bye or a lost forfeit (C.07 16.1). `is_open`: its game has no result yet,
    and it counts for nothing so far. `sitting` is the round where more than two may sit at a table: then `opponent` is
    the only other, or None.
    """

    number: int
    cell: Cell
    opponent: int | None
    points: int
    is_played: bool
    is_game: bool
    for_opponents: int
    is_voluntarily_unplayed: bool
    is_open: bool
    sitting: Sitting | None = None

    @property
    def is_forfeit(self) -> bool:
        return self.cell.kind in _FORFEITS

    @property
    def is_counted_game(self) -> bool:
        """It counts among games won or started: played, or a forfeit won in a round robin (C.07 15.2)."""
        return self.is_game and self.cell.kind is not CellKind.FORFEIT_LOSS


class Record(msgspec.Struct, frozen=True, gc=False):
    """One entrant's rounds so far, what they add up to, and what opponents reckon with (C.07 16.3). `deducted`: the
    points that were taken away in each round, padded with 0; both sums are without them."""

    number: int
    rating: int
    points: int
    for_opponents: int
    rounds: tuple[Round, ...]
    deducted: tuple[int, ...] = ()

    @property
    def played(self) -> list[Round]:
        """The rounds that were played over the board."""
        return [round_ for round_ in self.rounds if round_.is_played]


def record_of(entrant: Entrant, state: StageState) -> Record:
    """The entrant's rounds up to `state.rounds_done`; games against uncounted entrants count as no game."""
    sittings = entrant.sittings[: state.rounds_done]
    cells = [_cell_at_table(sitting) for sitting in sittings]
    cells = cells or [_counted(cell, state) for cell in entrant.cells[: state.rounds_done]]
    # Rounds after a withdrawal count as zero-point byes (C.07 16.1), whether or not a cell was written for them.
    cells += [_NOT_PAIRED] * (state.rounds_done - len(cells))
    seats = [*sittings, *[None] * (state.rounds_done - len(sittings))]
    still_open = [cell.is_open or (at is not None and at.is_open) for cell, at in zip(cells, seats, strict=True)]
    available = (at for at, cell in enumerate(cells) if cell.kind in _AVAILABLE or still_open[at])
    last_available = max(available, default=-1)
    rounds = tuple(
        _round(at, cell, seats[at], state, is_open=still_open[at], came_back=at < last_available)
        for at, cell in enumerate(cells)
    )
    deducted = entrant.deducted[: state.rounds_done]
    return Record(
        number=entrant.number,
        rating=entrant.rating,
        points=sum(cell.points for cell in cells) - sum(deducted),
        for_opponents=sum(round_.for_opponents for round_ in rounds) - sum(deducted),
        rounds=rounds,
        deducted=deducted,
    )


def _counted(cell: Cell, state: StageState) -> Cell:
    return _NOT_PAIRED if cell.opponent in state.uncounted else cell


def _cell_at_table(sitting: Sitting) -> Cell:
    """What a round was beside who sat there: the tie-breaks that any table has ask for no more."""
    if len(sitting.others) < 2:
        return sitting.cell()
    numbers = sitting.numbers, sitting.numbers_against
    return Cell(sitting.kind, None, None, sitting.points, *numbers, is_annulled=sitting.is_annulled)


def _round(at: int, cell: Cell, sitting: Sitting | None, state: StageState, *, is_open: bool, came_back: bool) -> Round:
    is_forfeit_of_round_robin = state.predetermined and cell.kind in _FORFEITS and cell.opponent is not None
    # A requested bye after which the entrant never came back counts as a draw for opponents (C.07 16.2.5, 16.3).
    left_for_good = cell.kind in _REQUESTED_BYES and not is_open and not came_back and not state.predetermined
    return Round(
        number=at + 1,
        cell=cell,
        opponent=cell.opponent,
        points=cell.points,
        is_played=cell.kind is CellKind.PLAYED,
        is_game=cell.kind is CellKind.PLAYED or is_forfeit_of_round_robin,
        for_opponents=state.scoring.draw if left_for_good else cell.points,
        is_voluntarily_unplayed=cell.kind in _VOLUNTARILY_UNPLAYED and not is_open,
        is_open=is_open,
        sitting=sitting,
    )
