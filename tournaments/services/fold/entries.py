"""What the facts about entries say."""

from __future__ import annotations

import msgspec

from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.enums import EntryState
from tournaments.facts.state import ReplayedEntry, ReplayedState
from tournaments.selectors.entries import GONE
from tournaments.services.fold.payloads import Count, Integer, Key, Kinds, Payload, Small, kind
from tournaments.services.fold.rounds import MatchSaid, matches_set
from tournaments.services.fold.wishes import entry_gone


class Entered(Payload, frozen=True):
    """`rating` is the one that a list gave, for who has none in the event's pool."""

    entry: Key
    player: Key
    state: EntryState = EntryState.REGISTERED
    rating: Integer = 0
    by_player: bool = False
    is_claim: bool = False


class Identified(Payload, frozen=True):
    entry: Key
    player: Key


class OfEntry(Payload, frozen=True):
    entry: Key


class Moved(Payload, frozen=True):
    entry: Key
    state: EntryState


class Missed(msgspec.Struct, frozen=True):
    round: Small
    match: MatchSaid


class Returned(Payload, frozen=True):
    """`rounds`: byes in those that went by while the entry was out."""

    entry: Key
    state: EntryState
    stage: Small = 0
    rounds: list[Missed] = []


class CameLate(Payload, frozen=True):
    entry: Key
    number: Count
    rating: Integer
    stage: Small
    rounds: list[Missed]


def added(state: ReplayedState, fact: FactValue, said: Entered) -> None:
    state.the_event()
    if said.entry in state.entries:
        raise ContradictionError("entry", "a new one", said.entry)
    state.entries[said.entry] = ReplayedEntry(
        said.entry,
        said.player,
        fact.at,
        rating=said.rating,
        state=said.state.value,
        by_player=said.by_player,
        is_claim=said.is_claim,
        changed_by=fact.number,
    )


def removed(state: ReplayedState, _fact: FactValue, said: OfEntry) -> None:
    state.entry(said.entry)
    del state.entries[said.entry]
    for session in state.sessions.values():
        session.here.pop(said.entry, None)
    entry_gone(state, said.entry)


def moved(state: ReplayedState, fact: FactValue, said: Moved) -> None:
    state_set(state.entry(said.entry), said.state, fact)


def identified(state: ReplayedState, fact: FactValue, said: Identified) -> None:
    """Who claimed to be a known player is he, or somebody new."""
    entry = state.entry(said.entry)
    if not entry.is_claim:
        raise ContradictionError("entry", "one that claims to be somebody", said.entry)
    entry.player, entry.is_claim, entry.changed_by = said.player, False, fact.number


def placed(state: ReplayedState, fact: FactValue, said: OfEntry) -> None:
    state_set(state.entry(said.entry), EntryState.REGISTERED, fact)


def state_set(entry: ReplayedEntry, to: EntryState, fact: FactValue) -> None:
    entry.state, entry.changed_by = to.value, fact.number
    entry.left = (entry.left or fact.number) if to in GONE else 0


def came_late(state: ReplayedState, fact: FactValue, said: CameLate) -> None:
    """Into a running event: with the next number, and a bye for each round that was missed."""
    entry = state.entry(said.entry)
    if any(other.number == said.number for other in state.entries.values()):
        raise ContradictionError("pairing number", "one that is free", str(said.number))
    entry.number, entry.rating, entry.came_late = said.number, said.rating, fact.number
    state_set(entry, EntryState.ACTIVE, fact)
    missed_set(state, fact, said.stage, said.rounds)


def returned(state: ReplayedState, fact: FactValue, said: Returned) -> None:
    state_set(state.entry(said.entry), said.state, fact)
    missed_set(state, fact, said.stage, said.rounds)


def missed_set(state: ReplayedState, fact: FactValue, stage: int, rounds: list[Missed]) -> None:
    """A bye in each of the rounds that went by without the entry."""
    for missed in rounds:
        matches_set(state, state.round(stage, missed.round), fact, [missed.match])


def known(state: ReplayedState, _fact: FactValue, said: OfEntry) -> None:
    """Nothing changes but that it is about an entry: a personal link, for instance, isn't state of the event."""
    state.entry(said.entry)


KINDS: Kinds = {
    "entry.added": kind(Entered, added),
    "entry.removed": kind(OfEntry, removed),
    "entry.placed": kind(OfEntry, placed),
    "entry.identified": kind(Identified, identified),
    "entry.came_late": kind(CameLate, came_late),
    "entry.paused": kind(Moved, moved),
    "entry.withdrawn": kind(Moved, moved),
    "entry.expelled": kind(Moved, moved),
    "entry.returned": kind(Returned, returned),
    "entry.link_replaced": kind(OfEntry, known),
}
