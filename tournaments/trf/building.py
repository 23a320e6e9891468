"""From a stage to the document that reports it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.formats.core.state import Cell, CellKind, Entrant, Scoring, StageState
from tournaments.trf.document import AbnormalPoints, Dialect, Document, ForbiddenGroup, PlayerLine, Result, RoundEntry
from tournaments.trf.errors import TrfLimitError
from tournaments.trf.worth import CELL_KINDS, points_of

# The letter for each kind of cell that isn't a game played.
_UNPLAYED_RESULTS = {
    kind: result for result, kind in CELL_KINDS.items() if kind is not CellKind.PLAYED and result is not Result.PENDING
}


@dataclass(frozen=True, slots=True)
class PlayerDetails:
    """What a report says of a person besides games; all may be empty. `birth` is written YYYY/MM/DD."""

    name: str = ""
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


def to_document(
    state: StageState,
    *,
    header: Mapping[str, tuple[str, ...]],
    details: Mapping[int, PlayerDetails],
    ranks: Mapping[int, int],
    system: str = "",
    dialect: Dialect = Dialect.TRF26,
) -> Document:
    """The report of a stage. `header` is by record code (012 name, 042 start ...), `details` and `ranks` by pairing
    number. Raises TrfLimitError for a game whose points are no result under the stage's scoring."""
    entrants = sorted(state.entrants, key=lambda entrant: entrant.number)
    left = {entrant.number for entrant in state.entrants if entrant.withdrawn} | state.absent
    is_over = state.rounds_done >= state.planned_rounds
    return Document(
        players=tuple(
            _player(state, entrant, details.get(entrant.number, PlayerDetails()), ranks.get(entrant.number))
            for entrant in entrants
        ),
        dialect=dialect,
        header=MappingProxyType(dict(header)),
        planned_rounds=state.planned_rounds,
        first_colour=state.first_colour,
        scoring=state.scoring,
        system=system,
        forbidden=tuple(ForbiddenGroup(tuple(sorted(pair))) for pair in sorted(state.forbidden, key=sorted)),
        absent_next=() if is_over else tuple(sorted(left)),
        abnormal=_abnormal(state, entrants),
    )


def _abnormal(state: StageState, entrants: Sequence[Entrant]) -> tuple[AbnormalPoints, ...]:
    """What rounds were worth beside their one result: where points are added up over the games of a match, one that is
    lost 1 to 3 brings more than a lost one should; a game against somebody who isn't counted brings nothing. And what
    an arbiter took away, besides any result."""
    players: dict[tuple[Result | None, int, int], list[int]] = {}
    for entrant in entrants:
        for number, cell in enumerate(entrant.cells[: state.rounds_done], 1):
            result, points = _entry(state.scoring, entrant.number, cell).result, _points(state, entrant, cell)
            is_odd = cell.series is not None or points != cell.points
            if is_odd and points != points_of(result, state.scoring):
                players.setdefault((result, number, points), []).append(entrant.number)
        for number, deducted in enumerate(entrant.deducted[: state.rounds_done], 1):
            if deducted:
                players.setdefault((None, number, -deducted), []).append(entrant.number)
    return tuple(
        AbnormalPoints(result, points, number, tuple(those)) for (result, number, points), those in players.items()
    )


def _points(state: StageState, entrant: Entrant, cell: Cell) -> int:
    """What the round adds to the entrant's points in the table. Whoever isn't counted keeps their own."""
    is_counted = entrant.number in state.uncounted or cell.opponent not in state.uncounted
    return cell.points if is_counted else 0


def _player(state: StageState, entrant: Entrant, details: PlayerDetails, rank: int | None) -> PlayerLine:
    cells = entrant.cells[: state.rounds_done]
    return PlayerLine(
        number=entrant.number,
        name=details.name,
        sex=details.sex,
        title=details.title,
        rating=entrant.rating,
        federation=details.federation,
        fide_id=details.fide_id,
        birth=details.birth,
        points=sum(_points(state, entrant, cell) for cell in cells) - sum(entrant.deducted[: state.rounds_done]),
        rank=rank,
        rounds=tuple(_entry(state.scoring, entrant.number, cell) for cell in cells),
        acceleration=entrant.acceleration,
    )


def _entry(scoring: Scoring, number: int, cell: Cell) -> RoundEntry:
    if cell.is_open:
        return RoundEntry(cell.opponent, cell.colour, Result.PENDING)
    if cell.kind is not CellKind.PLAYED:
        return RoundEntry(cell.opponent, cell.colour, _UNPLAYED_RESULTS[cell.kind])
    if cell.series is not None:
        return RoundEntry(cell.opponent, cell.colour, Result.WIN if cell.series.is_won else Result.LOSS)
    results = {scoring.loss: Result.LOSS, scoring.draw: Result.DRAW, scoring.win: Result.WIN}
    if cell.points not in results:
        raise TrfLimitError(f"a game of player {number} has points that are no result")
    return RoundEntry(cell.opponent, cell.colour, results[cell.points])
