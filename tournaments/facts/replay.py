"""Folding an event's facts into the state that they say. Reads nothing but the facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from magistrar_site.shared.facts import ContradictionError, Difference, FactValue
from tournaments.facts import registry
from tournaments.facts.state import ReplayedState
from tournaments.services.fold import brackets, checkin, entries, games, rounds, staging, wishes
from tournaments.services.fold.payloads import Kind

# Every kind of fact that an event's stream can hold. A new kind needs a line in one of these tables.
KINDS: Mapping[str, Kind] = {
    **entries.KINDS,
    **checkin.KINDS,
    **wishes.KINDS,
    **rounds.KINDS,
    **brackets.KINDS,
    **staging.KINDS,
    **games.KINDS,
}


# Kinds that a pairing depends on and that the public doesn't see.
WISHES = frozenset({*wishes.KINDS, *checkin.KINDS})


class FoldError(Exception):
    """The facts contradict themselves; `difference` says where."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def fold(facts: Iterable[FactValue]) -> ReplayedState:
    """The state after all the facts. FoldError at the first that can't be: of an unknown kind, with a payload of
    another shape, or about something that isn't there."""
    state = ReplayedState()
    for _fact in fold_steps(facts, state):
        pass
    return state


def fold_steps(facts: Iterable[FactValue], state: ReplayedState) -> Iterator[FactValue]:
    """Brings the state up to each fact, one after the other, and gives the fact."""
    for fact in facts:
        declared, known = registry.KINDS.get(fact.kind), KINDS.get(fact.kind)
        if declared is None and known is None:
            raise FoldError(Difference(fact.number, "kind of fact", "a kind that this version knows", fact.kind))
        if "payload" in fact.redacted:
            state.hides_wishes |= fact.kind in WISHES
            yield fact
            continue
        try:
            if declared is not None:
                declared.read(fact.payload).apply(state, fact)
            elif known is not None:
                known.fold(state, fact)
        except ContradictionError as error:
            difference = Difference(fact.number, f"{fact.kind}, {error.what}", error.expected, error.found)
            raise FoldError(difference) from None
        yield fact
