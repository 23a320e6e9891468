"""From a bracket and the results so far to who sits where, who is out, and what can be played.

Everything is worked out from the first match on, so that a corrected winner moves all that follows. A result says who
played it; where other entries sit by now it doesn't count, isn't dropped either, and is listed as unseated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, Group, Origin, Source

BYE = 0  # nobody will sit there
Seat = int | None  # an entry's seed, BYE, or None while it isn't known
Seats = tuple[Seat, Seat]


class Status(StrEnum):
    WAITING = "waiting"  # somebody who will sit here isn't known yet
    READY = "ready"
    DECIDED = "decided"
    WALKOVER = "walkover"  # one side isn't there: the other goes on
    DOUBLE_FORFEIT = "double_forfeit"  # nobody goes on, in either direction: both are out
    EMPTY = "empty"  # nobody is there
    NOT_NEEDED = "not_needed"  # a reset that the grand final made superfluous


SETTLED = frozenset(Status) - {Status.WAITING, Status.READY}


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What came of a match between two entries: its winner, or None where both forfeited. ValueError for a winner who
    didn't play."""

    between: tuple[int, int]
    winner: int | None

    def __post_init__(self) -> None:
        if len(set(self.between)) != 2:
            raise ValueError(f"a match is between two entries, not {self.between}")
        if self.winner is not None and self.winner not in self.between:
            raise ValueError(f"{self.winner} can't win a match between {self.between[0]} and {self.between[1]}")

    def fits(self, seats: Seats) -> bool:
        return set(self.between) == set(seats)


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as it stands. `winner` and `loser` are None while open, BYE where nobody goes that way."""

    match: int
    seats: Seats
    status: Status
    winner: Seat = None
    loser: Seat = None


@dataclass(frozen=True, slots=True)
class BracketState:
    """`matches` by id. `unseated` lists the matches whose result is between others than those who sit there now.
    `eliminated` says after which match an entry has none any more, the champion apart. `places` are those that can't
    change any more. `champion` is None while open, and in the end too if nobody was left (`is_finished` tells)."""

    matches: Mapping[int, MatchState]
    unseated: tuple[int, ...]
    eliminated: Mapping[int, int]
    places: Mapping[int, int]
    champion: int | None
    is_finished: bool

    @property
    def ready(self) -> tuple[int, ...]:
        return tuple(state.match for state in self.matches.values() if state.status is Status.READY)


@dataclass(frozen=True, slots=True)
class Correction:
    """What another result for one match would do: the matches in which others would sit, and the played ones among
    them whose result would be unseated."""

    before: BracketState
    after: BracketState
    moved: tuple[int, ...]
    unseated: tuple[int, ...]


def advance(
    bracket: Bracket, results: Mapping[int, MatchResult], withdrawn: frozenset[int] = frozenset()
) -> BracketState:
    """The bracket with these results, by match id. Who is withdrawn loses what he hasn't played yet, without a result;
    what he has played stands. KeyError for a result of a match that the bracket doesn't have."""
    if not results.keys() <= bracket.by_id.keys():
        raise KeyError(min(results.keys() - bracket.by_id.keys()))
    states: dict[int, MatchState] = {}
    for match in bracket.matches:
        seats = _seat(match.seats[0], states), _seat(match.seats[1], states)
        states[match.id] = _settled(match, seats, states, results.get(match.id), withdrawn)
    eliminated = {entry: match for match, entry in _eliminations(bracket, states)}
    unseated = tuple(id_ for id_ in sorted(results) if not results[id_].fits(states[id_].seats))
    return BracketState(
        matches=states,
        unseated=unseated,
        eliminated=eliminated,
        places=_places(bracket, states, eliminated),
        champion=_champion(bracket, states),
        is_finished=all(state.status in SETTLED for state in states.values()),
    )


def correction(
    bracket: Bracket,
    results: Mapping[int, MatchResult],
    match: int,
    result: MatchResult | None,
    withdrawn: frozenset[int] = frozenset(),
) -> Correction:
    """What changes if that match has that result, or none. Nothing is applied: the caller shows it and decides."""
    corrected = {id_: kept for id_, kept in results.items() if id_ != match}
    if result is not None:
        corrected[match] = result
    before, after = advance(bracket, results, withdrawn), advance(bracket, corrected, withdrawn)
    return Correction(
        before=before,
        after=after,
        moved=tuple(id_ for id_ in after.matches if after.matches[id_].seats != before.matches[id_].seats),
        unseated=tuple(id_ for id_ in after.unseated if id_ not in before.unseated),
    )


def _seat(source: Source, states: Mapping[int, MatchState]) -> Seat:
    if source.origin is Origin.SEED:
        return source.number
    state = states[source.number]
    return state.winner if source.origin is Origin.WINNER else state.loser


def _settled(
    match: BracketMatch,
    seats: Seats,
    states: Mapping[int, MatchState],
    result: MatchResult | None,
    withdrawn: frozenset[int],
) -> MatchState:
    if match.is_reset and _is_superfluous(states[match.seats[0].number]):
        return MatchState(match.id, (BYE, BYE), Status.NOT_NEEDED, BYE, BYE)
    first, second = seats
    if first is None or second is None:
        return MatchState(match.id, seats, Status.WAITING)
    if result is not None and result.fits(seats):
        if result.winner is None:
            return MatchState(match.id, seats, Status.DOUBLE_FORFEIT, BYE, BYE)
        return MatchState(match.id, seats, Status.DECIDED, result.winner, second if result.winner == first else first)
    return _without_result(match.id, first, second, withdrawn)


def _is_superfluous(final: MatchState) -> bool:
    """A reset is for him who came unbeaten into the grand final and lost it."""
    return final.status in SETTLED and (final.winner == BYE or BYE in final.seats or final.winner == final.seats[0])


def _without_result(match: int, first: int, second: int, withdrawn: frozenset[int]) -> MatchState:
    seats = first, second
    if first == second == BYE:
        return MatchState(match, seats, Status.EMPTY, BYE, BYE)
    if BYE in seats:
        return MatchState(match, seats, Status.WALKOVER, max(seats), BYE)
    gone = withdrawn.intersection(seats)
    if len(gone) == 2:
        return MatchState(match, seats, Status.DOUBLE_FORFEIT, BYE, BYE)
    if gone:
        return MatchState(match, seats, Status.WALKOVER, second if first in gone else first, min(gone))
    return MatchState(match, seats, Status.READY)


def _eliminations(bracket: Bracket, states: Mapping[int, MatchState]) -> Iterator[tuple[int, int]]:
    """(match, entry) for everybody who is out, in the order of play."""
    for match in bracket.matches:
        state = states[match.id]
        if state.status is Status.DOUBLE_FORFEIT:
            yield from ((match.id, seat) for seat in state.seats if seat)
        elif state.loser and (match.loser_to is None or _ends_here(match, state)):
            yield match.id, state.loser
        if match.group is Group.THIRD_PLACE and state.winner:
            yield match.id, state.winner


def _ends_here(match: BracketMatch, state: MatchState) -> bool:
    """The loser of a grand final goes to the reset only if there is one."""
    return match.to_final == 0 and match.winner_to is not None and _is_superfluous(state)


def _champion(bracket: Bracket, states: Mapping[int, MatchState]) -> int | None:
    deciding = states[bracket.final.id]
    if bracket.reset is not None and deciding.status in SETTLED and not _is_superfluous(deciding):
        deciding = states[bracket.reset.id]
    return deciding.winner or None


def _places(bracket: Bracket, states: Mapping[int, MatchState], eliminated: Mapping[int, int]) -> dict[int, int]:
    """Places from 1 on, of everybody whose place can't change any more. The later out, the better; who goes out in the
    same round shares the best place of those. The match for third place decides between its two. Only a champion is
    first."""
    open_rounds = (bracket.by_id[id_].play_round for id_, state in states.items() if state.status not in SETTLED)
    first_open = min(open_rounds, default=bracket.play_rounds + 1)
    depth = {entry: _depth(bracket.by_id[match], states[match], entry) for entry, match in eliminated.items()}
    places = {
        entry: max(2, 1 + bracket.entries - sum(other <= own for other in depth.values()))
        for entry, own in depth.items()
        if own[0] < first_open
    }
    champion = _champion(bracket, states)
    return places | ({champion: 1} if champion else {})


def _depth(match: BracketMatch, state: MatchState, entry: int) -> tuple[int, int]:
    """How far an entry came: the round of its last match, and within the last round final, third place, fourth."""
    if match.to_final == 0:
        return match.play_round, 2
    return match.play_round, int(state.winner == entry)
