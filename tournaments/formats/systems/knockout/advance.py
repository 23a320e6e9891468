"""From a bracket and the results so far to who sits where, who is out, and what can be played.

Everything is worked out from the first match on, so that a corrected winner moves all that follows. A result says who
played it; where other entries sit by now it doesn't count, isn't dropped either, and is listed as unseated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

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
    `eliminated` says after which match an entry has none any more, the champion apart. `ranks` say how everybody
    stands: whoever can still win shares the first, the others follow by how far they came; `places` are those of them
    that can't change any more. `champion` is None while open, and in the end too if nobody was left (`is_finished`
    tells)."""

    matches: Mapping[int, MatchState]
    unseated: tuple[int, ...]
    eliminated: Mapping[int, int]
    ranks: Mapping[int, int]
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
    bracket: Bracket,
    results: Mapping[int, MatchResult],
    withdrawn: frozenset[int] = frozenset(),
    left: Mapping[int, int] = MappingProxyType({}),
) -> BracketState:
    """The bracket with these results, by match id. Whoever is withdrawn loses what they haven't played yet, without a
    result; what they have played stands. Of two who are withdrawn, the one who left first loses to the other (`left`:
    the higher, the later); both lose where that isn't known. KeyError for a result of a match that the bracket doesn't
    have."""
    if not results.keys() <= bracket.by_id.keys():
        raise KeyError(min(results.keys() - bracket.by_id.keys()))
    states: dict[int, MatchState] = {}
    for match in bracket.matches:
        seats = _seat(match.seats[0], states), _seat(match.seats[1], states)
        states[match.id] = _settled(match, seats, states, results.get(match.id), withdrawn, left)
    eliminated = {entry: match for match, entry in _eliminations(bracket, states)}
    unseated = tuple(id_ for id_ in sorted(results) if not results[id_].fits(states[id_].seats))
    champion, first_open = _champion(bracket, states), _first_open(bracket, states)
    reach = _reach(bracket, states, eliminated, withdrawn)
    ranks = _ranks(bracket, reach)
    return BracketState(
        matches=states,
        unseated=unseated,
        eliminated=eliminated,
        ranks=ranks,
        places={entry: rank for entry, rank in ranks.items() if entry == champion or reach[entry][0] < first_open},
        champion=champion,
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
    left: Mapping[int, int],
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
    return _without_result(match.id, first, second, withdrawn, left)


def _is_superfluous(final: MatchState) -> bool:
    """A reset is for him who came unbeaten into the grand final and lost it."""
    return final.status in SETTLED and (final.winner == BYE or BYE in final.seats or final.winner == final.seats[0])


def _without_result(
    match: int, first: int, second: int, withdrawn: frozenset[int], left: Mapping[int, int]
) -> MatchState:
    seats = first, second
    if first == second == BYE:
        return MatchState(match, seats, Status.EMPTY, BYE, BYE)
    if BYE in seats:
        return MatchState(match, seats, Status.WALKOVER, max(seats), BYE)
    gone = withdrawn.intersection(seats)
    if len(gone) == 2 and left.get(first, 0) != left.get(second, 0):
        later = max(seats, key=lambda seat: left.get(seat, 0))
        return MatchState(match, seats, Status.WALKOVER, later, first + second - later)
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


def _first_open(bracket: Bracket, states: Mapping[int, MatchState]) -> int:
    """The first round in which something is left to play; the one behind the last where nothing is."""
    rounds = (bracket.by_id[id_].play_round for id_, state in states.items() if state.status not in SETTLED)
    return min(rounds, default=bracket.play_rounds + 1)


def _reach(
    bracket: Bracket,
    states: Mapping[int, MatchState],
    eliminated: Mapping[int, int],
    withdrawn: frozenset[int],
) -> dict[int, tuple[int, int]]:
    """How far everybody came, as `_depth` counts it: who can still win the bracket further than all the others. Who
    only plays for third place any more, or is withdrawn and waits for an opponent to lose to, comes no further."""
    reach = dict.fromkeys(range(1, bracket.entries + 1), _beyond(bracket))
    for match in bracket.matches:
        state, is_third = states[match.id], match.group is Group.THIRD_PLACE
        if state.status not in SETTLED:
            reach |= {
                seat: (match.play_round, int(is_third))
                for seat in state.seats
                if seat and (is_third or seat in withdrawn)
            }
    return reach | {entry: _depth(bracket.by_id[match], states[match], entry) for entry, match in eliminated.items()}


def _beyond(bracket: Bracket) -> tuple[int, int]:
    """Further than anybody comes who is out."""
    return bracket.play_rounds + 1, 0


def _ranks(bracket: Bracket, reach: Mapping[int, tuple[int, int]]) -> dict[int, int]:
    """Ranks from 1 on. The further, the better; who goes out in the same round shares the best rank of those. The match
    for third place decides between its two. Only who can still win, or has won, is first."""
    count = Counter(reach.values())
    ahead = {own: sum(count[other] for other in count if other > own) for own in count}
    rank_of = {own: 1 if own == _beyond(bracket) else max(2, 1 + before) for own, before in ahead.items()}
    return {entry: rank_of[own] for entry, own in reach.items()}


def _depth(match: BracketMatch, state: MatchState, entry: int) -> tuple[int, int]:
    """How far an entry came: the round of its last match, and within the last round final, third place, fourth."""
    if match.to_final == 0:
        return match.play_round, 2
    return match.play_round, int(state.winner == entry)
