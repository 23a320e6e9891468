"""Which matches of the rounds paired so far don't stand any more, because others go on by now than when they were made.

A match stands as long as who sits in it is who sits there by the results before; where that isn't known yet, as long as
its players can still come there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.core.standings import after_round
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Pair, StageState
from tournaments.formats.systems.knockout.advance import BracketState, Seat
from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, Origin
from tournaments.formats.systems.knockout.format import pairs_of, standing_before, withdrawn_of


@dataclass(frozen=True, slots=True)
class PairedMatch:
    """A match, or somebody alone, as it was paired: `match` is the id in the drawing, 0 for who has none there."""

    key: str
    match: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundMove:
    """What changes in a round: the keys of matches that don't stand, the pairs that take their place (with the id of
    the match in the drawing), and who has nobody to play there any more: with the id of the match that they miss, 0
    where they have none."""

    round: int
    gone: tuple[str, ...]
    pairs: tuple[tuple[int, Pair], ...]
    out: tuple[tuple[int, int], ...]


def following(drawn: Bracket, state: StageState, paired: Mapping[int, Sequence[PairedMatch]]) -> tuple[RoundMove, ...]:
    """What has to change for the rounds paired so far, by number, to be those that the results ask for; rounds in which
    nothing changes are left out. A match that takes another's place is open, so that what depends on it waits."""
    moves: list[RoundMove] = []
    for number in sorted(paired):
        anew = frozenset(match for move in moves for match, _pair in move.pairs)
        move = _round_move(drawn, state, number, paired[number], anew)
        if move is not None:
            moves.append(move)
            state = _moved(state, move)
    return tuple(moves)


def _round_move(
    drawn: Bracket, state: StageState, number: int, paired: Sequence[PairedMatch], anew: frozenset[int]
) -> RoundMove | None:
    """`anew`: the matches of earlier rounds that are played anew."""
    standing = standing_before(drawn, state, number)
    before = after_round(state, number - 1)
    entrants = {entrant.number: entrant for entrant in before.entrants}
    gone: set[str] = set()
    pairs: list[tuple[int, Pair]] = []
    missed: dict[int, int] = {}
    left = withdrawn_of(state)
    for match in drawn.in_play_round(number):
        rows = [row for row in paired if row.match == match.id]
        seats = standing.matches[match.id].seats
        if _stands(drawn, standing, match, rows, left, anew):
            continue
        gone |= {row.key for row in rows}
        if None not in seats:
            made = pairs_of(match, standing.matches[match.id], state.absent | left, entrants, state.first_colour)
            pairs += [(match.id, pair) for pair in made]
            missed |= {seat: match.id for seat in seats if seat and seat in state.absent - left}
    seated = {seat for _match, pair in pairs for seat in (pair.white, pair.black) if seat is not None} | missed.keys()
    gone |= {row.key for row in paired if seated.intersection(row.entrants)}
    if not gone and not seated:
        return None
    without = {entrant for row in paired if row.key in gone for entrant in row.entrants} - seated
    out = [*((0, entrant) for entrant in sorted(without)), *((match, seat) for seat, match in sorted(missed.items()))]
    return RoundMove(number, tuple(row.key for row in paired if row.key in gone), tuple(pairs), tuple(out))


def _stands(
    drawn: Bracket,
    standing: BracketState,
    match: BracketMatch,
    rows: Sequence[PairedMatch],
    withdrawn: frozenset[int],
    anew: frozenset[int],
) -> bool:
    """Whether what was paired for a match of the drawing is what belongs there. Who has withdrawn needs no seat."""
    seated = {entrant for row in rows for entrant in row.entrants}
    due = standing.matches[match.id].seats
    if None in due:
        possible = _possible(drawn, standing, match, 0, anew) | _possible(drawn, standing, match, 1, anew)
        return seated <= possible
    expected = {seat for seat in due if seat}
    return seated <= expected and expected - seated <= withdrawn


def _possible(
    drawn: Bracket, standing: BracketState, match: BracketMatch, seat: int, anew: frozenset[int]
) -> set[Seat]:
    """Who can still come to sit there; nobody as long as a match on the way is played anew."""
    known = standing.matches[match.id].seats[seat]
    if known is not None:
        return {known}
    source = match.seats[seat]
    if source.origin is Origin.SEED:
        return {source.number}
    before = drawn.by_id[source.number]
    if before.id in anew:
        return set()
    return _possible(drawn, standing, before, 0, anew) | _possible(drawn, standing, before, 1, anew)


def _moved(state: StageState, move: RoundMove) -> StageState:
    """The stage once the round is changed: new pairs are open."""
    cells: dict[int, Cell] = {number: Cell(CellKind.ZERO_BYE, match=match) for match, number in move.out}
    for match, pair in move.pairs:
        if pair.black is None:
            cells[pair.white] = Cell(CellKind.PAIRING_BYE, match=match)
        else:
            cells[pair.white] = Cell(CellKind.ZERO_BYE, pair.black, Colour.WHITE, match=match)
            cells[pair.black] = Cell(CellKind.ZERO_BYE, pair.white, Colour.BLACK, match=match)
    entrants = tuple(
        _with_cell(entrant, move.round, cells[entrant.number]) if entrant.number in cells else entrant
        for entrant in state.entrants
    )
    return replace(state, entrants=entrants)


def _with_cell(entrant: Entrant, number: int, cell: Cell) -> Entrant:
    return replace(entrant, cells=(*entrant.cells[: number - 1], cell, *entrant.cells[number:]))
