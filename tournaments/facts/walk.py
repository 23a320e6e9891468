"""Notes of a verification on its way through an event's facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.facts.walk import GamesWalk
from magistrar_site.shared.facts import ContradictionError


@dataclass(slots=True)
class Walk(GamesWalk):
    """As `GamesWalk`; `pairings` are the pairing system's own, by the number of the drafting fact."""

    pairings: dict[int, list[dict[str, Any]]] = field(default_factory=dict)


def worked_out(work: Callable[[], Any], what: str) -> Any:
    """The result of a core. ContradictionError where facts that can't be make it fail."""
    try:
        return work()
    except Exception as error:  # facts from elsewhere can say anything, and the cores trust what they are told
        raise ContradictionError(what, "something that can be worked out", repr(error)) from error
