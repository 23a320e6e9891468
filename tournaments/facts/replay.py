"""Replaying an event's facts into the state that they say. Reads nothing but the facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from magistrar_site.shared.facts import ContradictionError, Difference, FactValue, StreamFact
from tournaments.facts.registry import KINDS
from tournaments.facts.state import ReplayedState
from tournaments.selectors.ladder_bridge import ROSTER_KINDS, roster_happening


class ReplayError(Exception):
    """The facts contradict themselves; `difference` says where."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def replayed_state(facts: Iterable[FactValue]) -> ReplayedState:
    """The state after all the facts. ReplayError at the first that can't be: of an unknown kind or version, with a
    payload of another shape, or about something that isn't there."""
    state = ReplayedState()
    for _fact, _payload in replay_steps(facts, state):
        pass
    return state


def replay_steps(facts: Iterable[FactValue], state: ReplayedState) -> Iterator[tuple[FactValue, StreamFact | None]]:
    """Brings the state up to each fact, one after the other, and gives the fact with its payload as read; None where
    the whole payload is hidden."""
    for fact in facts:
        declared = KINDS.get(fact.kind)
        if declared is None:
            raise ReplayError(Difference(fact.number, "kind of fact", "a kind that this version knows", fact.kind))
        state.times[fact.number] = fact.at
        if "payload" in fact.redacted:
            state.hides_wishes |= declared.is_wish
            yield fact, None
            continue
        try:
            payload = declared.read(fact.payload)
            payload.apply(state, fact)
            _roster_follow(state, fact, payload)
        except ContradictionError as error:
            difference = Difference(fact.number, f"{fact.kind}, {error.what}", error.expected, error.found)
            raise ReplayError(difference) from None
        yield fact, payload


def _roster_follow(state: ReplayedState, fact: FactValue, payload: StreamFact) -> None:
    """Who comes and goes, for formats that go by it."""
    if fact.kind in ROSTER_KINDS:
        happening = roster_happening(fact.kind, payload.payload(), fact.at)
        if happening is not None:
            state.roster.append((fact.number, happening))
