"""What the facts about entries say."""

from __future__ import annotations

from magistrar_site.shared.services.chain import FactValue
from tournaments.enums import EntryState
from tournaments.services.fold.payloads import Key, Kinds, Payload, kind
from tournaments.services.fold.state import ContradictionError, EntrySays, EventState


class Entered(Payload, frozen=True):
    entry: Key
    player: Key


class OfEntry(Payload, frozen=True):
    entry: Key


def added(state: EventState, fact: FactValue, said: Entered) -> None:
    state.the_event()
    if said.entry in state.entries:
        raise ContradictionError("entry", "a new one", said.entry)
    state.entries[said.entry] = EntrySays(said.entry, said.player, entered_at=fact.at, said=fact.number)


def removed(state: EventState, _fact: FactValue, said: OfEntry) -> None:
    state.entry(said.entry)
    del state.entries[said.entry]


def withdrawn(state: EventState, fact: FactValue, said: OfEntry) -> None:
    entry = state.entry(said.entry)
    entry.state, entry.said = EntryState.WITHDRAWN.value, fact.number


def known(state: EventState, _fact: FactValue, said: OfEntry) -> None:
    """Nothing changes but that it is about an entry: a personal link, for instance, isn't state of the event."""
    state.entry(said.entry)


KINDS: Kinds = {
    "entry.added": kind(Entered, added),
    "entry.removed": kind(OfEntry, removed),
    "entry.withdrawn": kind(OfEntry, withdrawn),
    "entry.link_replaced": kind(OfEntry, known),
}
