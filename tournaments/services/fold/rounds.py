"""What the facts about rounds and their matches say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from tournaments.enums import ByeKind, RoundState
from tournaments.services.fold.facts import FactValue
from tournaments.services.fold.payloads import Count, Key, Kinds, Payload, Small, kind
from tournaments.services.fold.state import ContradictionError, EventState, MatchSays, RoundSays


class MatchSaid(msgspec.Struct, frozen=True):
    match: Key
    table: Count
    bye: ByeKind
    best_of: Small
    entries: Annotated[list[Key], Meta(min_length=1, max_length=2)]


class Drafted(Payload, frozen=True):
    """`pairs` are the pairing system's own, `matches` all that was written: byes that were asked for, too."""

    stage: Small
    round: Small
    pairs: list[tuple[Key, Key | None]]
    matches: list[MatchSaid]


class OfRound(Payload, frozen=True):
    stage: Small
    round: Small


class Published(Payload, frozen=True):
    """`closed` are the numbers of earlier rounds that are closed by it."""

    stage: Small
    round: Small
    matches: list[MatchSaid]
    closed: list[Small] = []


def drafted(state: EventState, fact: FactValue, said: Drafted) -> None:
    state.stage(said.stage)
    standing = [row for row in state.rounds if (row.stage, row.number) == (said.stage, said.round)]
    if any(row.state != RoundState.UNDONE.value for row in standing):
        raise ContradictionError("round", "one that isn't there yet", f"round {said.round} again")
    round_ = RoundSays(said.stage, said.round, drafted=fact.number, said=fact.number)
    matches_set(state, round_, fact, said.matches)
    state.rounds.append(round_)


def matches_set(state: EventState, round_: RoundSays, fact: FactValue, matches: Iterable[MatchSaid]) -> None:
    """Write the matches as said, and see that nobody sits twice in the round."""
    for said in matches:
        for key in said.entries:
            state.entry(key)
        if (said.bye == ByeKind.NONE) != (len(said.entries) == 2):
            raise ContradictionError(f"match {said.match}", "two seats, or a bye", f"{len(said.entries)} {said.bye}")
        entries = tuple(said.entries)
        round_.matches[said.match] = MatchSays(
            said.match, said.table, said.bye.value, said.best_of, entries, said=fact.number
        )
    check_seats(round_)


def check_seats(round_: RoundSays) -> None:
    seated: set[str] = set()
    for match in round_.matches.values():
        for key in () if match.is_void else match.entries:
            if key in seated:
                raise ContradictionError(f"seats of round {round_.number}", "everybody once", f"{key} twice")
            seated.add(key)


def discarded(state: EventState, _fact: FactValue, said: OfRound) -> None:
    state.rounds.remove(state.round(said.stage, said.round))


def published(state: EventState, fact: FactValue, said: Published) -> None:
    """The fact says the matches once more, as everybody sees them now."""
    round_ = state.round(said.stage, said.round)
    for match in said.matches:
        standing = round_.matches.get(match.match)
        found = (match.table, match.bye.value, match.best_of, tuple(match.entries))
        if standing is None or standing.is_void or match_values(standing) != found:
            expected = "nothing" if standing is None else str(match_values(standing))
            raise ContradictionError(f"match {match.match}", expected, str(found))
    missing = [row.key for row in round_.matches.values() if not row.is_void]
    if len(said.matches) != len(missing):
        raise ContradictionError("matches", f"the {len(missing)} that were drafted", str(len(said.matches)))
    round_.state, round_.starts_at, round_.said = RoundState.PUBLISHED.value, round_.starts_at or fact.at, fact.number
    for number in said.closed:
        state_set(state.round(said.stage, number), RoundState.CLOSED, fact)


def match_values(match: MatchSays) -> tuple[int, str, int, tuple[str, ...]]:
    return match.table, match.bye, match.best_of, match.entries


def state_set(round_: RoundSays, state: RoundState, fact: FactValue) -> None:
    round_.state, round_.said = state.value, fact.number


def started(state: EventState, fact: FactValue, said: OfRound) -> None:
    state_set(state.round(said.stage, said.round), RoundState.RUNNING, fact)


def closed(state: EventState, fact: FactValue, said: OfRound) -> None:
    state_set(state.round(said.stage, said.round), RoundState.CLOSED, fact)


def reopened(state: EventState, fact: FactValue, said: OfRound) -> None:
    state_set(state.round(said.stage, said.round), RoundState.REOPENED, fact)


KINDS: Kinds = {
    "round.drafted": kind(Drafted, drafted),
    "round.discarded": kind(OfRound, discarded),
    "round.published": kind(Published, published),
    "round.started": kind(OfRound, started),
    "round.closed": kind(OfRound, closed),
    "round.reopened": kind(OfRound, reopened),
}
