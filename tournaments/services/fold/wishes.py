"""What the facts say that is wished for before a round is paired: byes, fixed tables, players kept apart; and the prize
categories."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.enums import ByeKind, Separation
from tournaments.facts.state import ReplayedBye, ReplayedPrize, ReplayedState
from tournaments.services.fold.payloads import Count, Integer, Key, Kinds, Payload, Small, kind


class ByeAsked(Payload, frozen=True):
    stage: Small
    entry: Key
    round: Small
    kind: ByeKind
    by_player: bool


class ByeBack(Payload, frozen=True):
    stage: Small
    entry: Key
    round: Small


class TableFixed(Payload, frozen=True):
    entry: Key
    partner: Key | None
    table: Count


class TableFreed(Payload, frozen=True):
    entry: Key
    partner: Key | None


class Separated(Payload, frozen=True):
    entries: tuple[Key, Key]
    how: Separation


class Joined(Payload, frozen=True):
    entries: tuple[Key, Key]


class PrizeAdded(Payload, frozen=True):
    prize: Key
    places: Annotated[int, Meta(ge=1, le=1000)]
    rating_from: Integer | None
    rating_below: Integer | None
    club: Key | None


class PrizeRemoved(Payload, frozen=True):
    prize: Key


def bye_requested(state: ReplayedState, fact: FactValue, said: ByeAsked) -> None:
    state.stage(said.stage)
    state.entry(said.entry)
    if said.kind not in {ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO}:
        raise ContradictionError("bye", "one that can be asked for", said.kind.value)
    place = (said.stage, said.round, said.entry)
    state.byes[place] = ReplayedBye(said.kind.value, said.by_player, changed_by=fact.number)


def bye_withdrawn(state: ReplayedState, _fact: FactValue, said: ByeBack) -> None:
    if state.byes.pop((said.stage, said.round, said.entry), None) is None:
        raise ContradictionError("bye", "one that was asked for", f"{said.entry} in round {said.round}")


def table_fixed(state: ReplayedState, _fact: FactValue, said: TableFixed) -> None:
    for key in (said.entry, said.partner):
        if key is not None:
            state.entry(key)
    state.tables[said.entry, said.partner] = said.table


def table_freed(state: ReplayedState, _fact: FactValue, said: TableFreed) -> None:
    if state.tables.pop((said.entry, said.partner), None) is None:
        raise ContradictionError("fixed table", "one that there is", said.entry)


def separated(state: ReplayedState, _fact: FactValue, said: Separated) -> None:
    one, other = (state.entry(key).key for key in said.entries)
    if one == other:
        raise ContradictionError("pair", "two entries", one)
    state.apart[frozenset({one, other})] = said.how.value


def joined(state: ReplayedState, _fact: FactValue, said: Joined) -> None:
    if state.apart.pop(frozenset(said.entries), None) is None:
        raise ContradictionError("pair", "one that is kept apart", " and ".join(said.entries))


def prize_added(state: ReplayedState, fact: FactValue, said: PrizeAdded) -> None:
    if said.prize in state.prizes:
        raise ContradictionError("prize", "a new one", said.prize)
    state.prizes[said.prize] = ReplayedPrize(
        key=said.prize,
        name=fact.texts().get("name"),
        places=said.places,
        rating_from=said.rating_from,
        rating_below=said.rating_below,
        club=said.club,
        changed_by=fact.number,
    )


def prize_removed(state: ReplayedState, _fact: FactValue, said: PrizeRemoved) -> None:
    if state.prizes.pop(said.prize, None) is None:
        raise ContradictionError("prize", "one that there is", said.prize)


def entry_gone(state: ReplayedState, key: str) -> None:
    """What was wished for an entry that is taken off the list goes with it."""
    state.byes = {place: bye for place, bye in state.byes.items() if key not in place}
    state.tables = {place: table for place, table in state.tables.items() if key not in place}
    state.apart = {pair: how for pair, how in state.apart.items() if key not in pair}


KINDS: Kinds = {
    "bye.requested": kind(ByeAsked, bye_requested),
    "bye.withdrawn": kind(ByeBack, bye_withdrawn),
    "table.fixed": kind(TableFixed, table_fixed),
    "table.freed": kind(TableFreed, table_freed),
    "pair.separated": kind(Separated, separated),
    "pair.joined": kind(Joined, joined),
    "prize.added": kind(PrizeAdded, prize_added),
    "prize.removed": kind(PrizeRemoved, prize_removed),
}
