"""Every kind of fact of a league's stream, by the name that is stored. A new family is a line in `FAMILIES`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType

from leagues.facts import closing, entries, leagues, seasons
from leagues.facts.base import LeagueFact
from leagues.facts.state import ReplayedLeague
from magistrar_site.shared.facts import ContradictionError, Difference, FactValue

FAMILIES: tuple[ModuleType, ...] = (leagues, seasons, entries, closing)

LEAGUE_KINDS: Mapping[str, type[LeagueFact]] = {
    declared.kind: declared
    for family in FAMILIES
    for declared in vars(family).values()
    if isinstance(declared, type) and issubclass(declared, LeagueFact) and declared.__module__ == family.__name__
}


def league_replayed(facts: Iterable[FactValue]) -> tuple[ReplayedLeague, list[Difference]]:
    """The league after these facts, and those of them that can't have followed on the ones before."""
    state, differences = ReplayedLeague(), []
    for fact in facts:
        declared = LEAGUE_KINDS.get(fact.kind)
        try:
            if declared is None:
                raise ContradictionError("kind", "one that this service knows", fact.kind)
            declared.read(fact.payload).apply(state, fact)
        except ContradictionError as error:
            differences.append(Difference(fact.number, error.what, error.expected, error.found))
    return state, differences
