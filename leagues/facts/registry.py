"""Every kind of fact of a league's stream, by the name that is stored. A new family is a line in `FAMILIES`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

from leagues.facts import closing, entries, leagues, people, seasons
from leagues.facts.base import LeagueFact
from leagues.facts.state import ReplayedLeague
from magistrar_site.shared.facts import ContradictionError, Difference, FactValue

FAMILIES: tuple[ModuleType, ...] = (leagues, seasons, entries, people, closing)

LEAGUE_KINDS: Mapping[str, type[LeagueFact]] = {
    declared.kind: declared
    for family in FAMILIES
    for declared in vars(family).values()
    if isinstance(declared, type) and issubclass(declared, LeagueFact) and declared.__module__ == family.__name__
}


def league_steps(
    facts: Iterable[FactValue], state: ReplayedLeague
) -> Iterator[tuple[FactValue, LeagueFact | None, Difference | None]]:
    """Bring the state up to each fact in turn: before it is applied, the fact and what it says; afterwards the
    difference where it can't have followed, with None in place of what it says."""
    for fact in facts:
        declared = LEAGUE_KINDS.get(fact.kind)
        try:
            if declared is None:
                raise ContradictionError("kind", "one that this service knows", fact.kind)
            payload = declared.read(fact.payload)
            yield fact, payload, None
            payload.apply(state, fact)
        except ContradictionError as error:
            yield fact, None, Difference(fact.number, error.what, error.expected, error.found)


def league_replayed(facts: Iterable[FactValue]) -> tuple[ReplayedLeague, list[Difference]]:
    """The league after these facts, and those of them that can't have followed on the ones before."""
    state = ReplayedLeague()
    differences = [found for _fact, _payload, found in league_steps(facts, state) if found is not None]
    return state, differences
