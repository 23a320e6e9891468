"""What the facts about rounds and their matches say."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.enums import ByeKind, RestForfeited, RoundAction, RoundState
from tournaments.facts.state import ReplayedClock, ReplayedMatch, ReplayedRound, ReplayedState
from tournaments.selectors.rounds.clock import time_of_games
from tournaments.services.fold.payloads import Count, Key, Kinds, Moment, Payload, Small, kind


class MatchSaid(msgspec.Struct, frozen=True):
    match: Key
    table: Count
    bye: ByeKind
    best_of: Small
    entries: Annotated[list[Key], Meta(min_length=1, max_length=2)]
    bracket: Small | None = None


class Drafted(Payload, frozen=True):
    """`pairs` are the pairing system's own, `matches` all that was written: byes that were asked for, too."""

    stage: Small
    round: Small
    pairs: list[tuple[Key, Key | None]]
    matches: list[MatchSaid]
    revision: Small = 1


class OfRound(Payload, frozen=True):
    stage: Small
    round: Small


class Changed(Payload, frozen=True):
    """`matches` are new, or moved to another table; `gone` are taken away."""

    stage: Small
    round: Small
    change: RoundAction
    gone: list[Key]
    matches: list[MatchSaid]


class Undone(Payload, frozen=True):
    """`running` is the number of an earlier round that runs again."""

    stage: Small
    round: Small
    running: Small | None = None


class ClockSaid(msgspec.Struct, frozen=True):
    minutes: Small | None
    started_at: Moment | None
    paused_at: Moment | None
    paused_seconds: Count

    def says(self) -> ReplayedClock:
        return ReplayedClock(self.minutes, self.started_at, self.paused_at, self.paused_seconds)


class Started(Payload, frozen=True):
    stage: Small
    round: Small
    clock: ClockSaid


class ClockChanged(Payload, frozen=True):
    stage: Small
    round: Small
    state: RoundState
    clock: ClockSaid


class Scheduled(Payload, frozen=True):
    stage: Small
    round: Small
    starts_at: Moment
    moves_games: bool = False


class Agreed(Payload, frozen=True):
    match: Key
    agreed_at: Moment | None


class RestForfeitedSaid(Payload, frozen=True):
    match: Key
    who: RestForfeited


class Published(Payload, frozen=True):
    """`closed` are the numbers of earlier rounds that are closed by it. Where an older chain says no start, it is the
    moment of the fact."""

    stage: Small
    round: Small
    matches: list[MatchSaid]
    closed: list[Small] = []
    starts_at: Moment | None = None


def drafted(state: ReplayedState, fact: FactValue, said: Drafted) -> None:
    state.stage(said.stage)
    standing = [row for row in state.rounds if (row.stage, row.number) == (said.stage, said.round)]
    if any(row.state != RoundState.UNDONE.value for row in standing):
        raise ContradictionError("round", "one that isn't there yet", f"round {said.round} again")
    round_ = ReplayedRound(said.stage, said.round, drafted=fact.number, fact_number=fact.number, changed_by=fact.number)
    matches_set(state, round_, fact, said.matches)
    by_system = {frozenset(key for key in pair if key) for pair in said.pairs}
    for match in round_.matches.values():
        match.of_system = frozenset(match.entries) in by_system
    state.rounds.append(round_)


def matches_set(state: ReplayedState, round_: ReplayedRound, fact: FactValue, matches: Iterable[MatchSaid]) -> None:
    """Write matches as said: new ones, or new values of standing ones; see that nobody sits twice in the round."""
    for said in matches:
        for key in said.entries:
            state.entry(key)
        if (said.bye == ByeKind.NONE) != (len(said.entries) == 2):
            raise ContradictionError(f"match {said.match}", "two seats, or a bye", f"{len(said.entries)} {said.bye}")
        match = round_.matches.get(said.match) or ReplayedMatch(said.match, 0, "", 1, ())
        match.table, match.bye, match.best_of, match.entries, match.bracket = values_of(said)
        match.changed_by = fact.number
        round_.matches[said.match] = match
    check_seats(round_)


def values_of(match: ReplayedMatch | MatchSaid) -> tuple[int, str, int, tuple[str, ...], int | None]:
    """What a fact says of a match beside its key."""
    return match.table, str(match.bye), match.best_of, tuple(match.entries), match.bracket


def check_seats(round_: ReplayedRound) -> None:
    seated: set[str] = set()
    for match in round_.matches.values():
        for key in () if match.is_void else match.entries:
            if key in seated:
                raise ContradictionError(f"seats of round {round_.number}", "everybody once", f"{key} twice")
            seated.add(key)


def discarded(state: ReplayedState, _fact: FactValue, said: OfRound) -> None:
    state.rounds.remove(state.round(said.stage, said.round))


def published(state: ReplayedState, fact: FactValue, said: Published) -> None:
    """The fact says the matches once more, as everybody sees them now."""
    round_ = state.round(said.stage, said.round)
    for match in said.matches:
        standing = round_.matches.get(match.match)
        if standing is None or standing.is_void or values_of(standing) != values_of(match):
            expected = "nothing" if standing is None else str(values_of(standing))
            raise ContradictionError(f"match {match.match}", expected, str(values_of(match)))
    missing = [row.key for row in round_.matches.values() if not row.is_void]
    if len(said.matches) != len(missing):
        raise ContradictionError("matches", f"the {len(missing)} that were drafted", str(len(said.matches)))
    state_set(round_, RoundState.PUBLISHED, fact)
    round_.starts_at = said.starts_at or round_.starts_at or fact.at
    round_.dates_games = said.starts_at is not None
    for number in said.closed:
        earlier = state.round(said.stage, number)
        earlier.state, earlier.changed_by = RoundState.CLOSED.value, fact.number


def changed(state: ReplayedState, fact: FactValue, said: Changed) -> None:
    """By hand. What is gone from a draft is deleted, later it is kept as void."""
    round_ = state.round(said.stage, said.round)
    gone = [match_of(round_, key) for key in said.gone]
    for match in gone:
        if round_.state == RoundState.DRAFT.value:
            del round_.matches[match.key]
        else:
            match.is_void, match.changed_by = True, fact.number
    new = {match.match for match in said.matches} - set(round_.matches)
    matches_set(state, round_, fact, said.matches)
    for key in new:
        match = round_.matches[key]
        match.of_system, match.by_hand = said.change is RoundAction.PAIR, 1
        if said.change is RoundAction.TURN:
            match.of_system, match.by_hand = gone[0].of_system, gone[0].by_hand + 1
    round_.fact_number = round_.changed_by = fact.number


def match_of(round_: ReplayedRound, key: str) -> ReplayedMatch:
    if key not in round_.matches or round_.matches[key].is_void:
        raise ContradictionError(f"match of round {round_.number}", "one that stands", key)
    return round_.matches[key]


def undone(state: ReplayedState, fact: FactValue, said: Undone) -> None:
    round_ = state.round(said.stage, said.round)
    state_set(round_, RoundState.UNDONE, fact)
    for match in round_.matches.values():
        match.is_void, match.changed_by = True, fact.number
    if said.running is not None:
        state_set(state.round(said.stage, said.running), RoundState.RUNNING, fact)


def state_set(round_: ReplayedRound, state: RoundState, fact: FactValue) -> None:
    round_.state, round_.fact_number, round_.changed_by = state.value, fact.number, fact.number


def started(state: ReplayedState, fact: FactValue, said: Started) -> None:
    round_ = state.round(said.stage, said.round)
    round_.state, round_.clock, round_.changed_by = RoundState.RUNNING.value, said.clock.says(), fact.number


def clock(state: ReplayedState, fact: FactValue, said: ClockChanged) -> None:
    round_ = state.round(said.stage, said.round)
    round_.state, round_.clock, round_.changed_by = said.state.value, said.clock.says(), fact.number


def scheduled(state: ReplayedState, fact: FactValue, said: Scheduled) -> None:
    round_ = state.round(said.stage, said.round)
    round_.starts_at, round_.changed_by = said.starts_at, fact.number
    for match in round_.matches.values() if said.moves_games else ():
        if not match.is_void and match.agreed_at is None:
            _move_games(state, match, fact)


def agreed(state: ReplayedState, fact: FactValue, said: Agreed) -> None:
    match = match_of(state.round_of(said.match), said.match)
    match.agreed_at, match.changed_by = said.agreed_at, fact.number
    _move_games(state, match, fact)


def _move_games(state: ReplayedState, match: ReplayedMatch, fact: FactValue) -> None:
    played_at = due_time(state, match)
    for key in match.games.values():
        game = state.game(key)
        if game.played_at != played_at:
            game.played_at, game.time_fact, game.changed_by = played_at, fact.number, fact.number


def due_time(state: ReplayedState, match: ReplayedMatch) -> datetime:
    """When the games of a match are played, by what is said so far."""
    return time_of_games(match.agreed_at, state.round_of(match.key).starts_at, state.the_event().starts_at)


def closed(state: ReplayedState, fact: FactValue, said: OfRound) -> None:
    state_set(state.round(said.stage, said.round), RoundState.CLOSED, fact)


def reopened(state: ReplayedState, fact: FactValue, said: OfRound) -> None:
    state_set(state.round(said.stage, said.round), RoundState.REOPENED, fact)


def rest_forfeited(state: ReplayedState, fact: FactValue, said: RestForfeitedSaid) -> None:
    """What is left of a match of several games."""
    match = state.match(said.match)
    match.rest_forfeited, match.changed_by = said.who.value, fact.number


KINDS: Kinds = {
    "match.agreed": kind(Agreed, agreed),
    "match.rest_forfeited": kind(RestForfeitedSaid, rest_forfeited),
    "round.drafted": kind(Drafted, drafted),
    "round.discarded": kind(OfRound, discarded),
    "round.published": kind(Published, published),
    "round.changed": kind(Changed, changed),
    "round.undone": kind(Undone, undone),
    "round.clock": kind(ClockChanged, clock),
    "round.scheduled": kind(Scheduled, scheduled),
    "round.started": kind(Started, started),
    "round.closed": kind(OfRound, closed),
    "round.reopened": kind(OfRound, reopened),
}
