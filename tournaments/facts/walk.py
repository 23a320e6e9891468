"""What verification notes down on its way through an event's facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from magistrar_site.shared.facts import ContradictionError


@dataclass(slots=True)
class Walk:
    """What comes to light on the way through the facts, beside differences: `notes` say what can't be proven any more,
    such as a document that was erased; `pairings` are the pairing system's own, by the number of the drafting fact;
    `refused` are the engine's reports of what is no legal game, by submission. Where the facts are as everybody may
    see them (`is_public`), `exceptions` are what can't be verified by those, and why."""

    notes: list[str] = field(default_factory=list)
    pairings: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    refused: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_public: bool = False
    exceptions: list[str] = field(default_factory=list)


def worked_out(work: Callable[[], Any], what: str) -> Any:
    """The result of a core. ContradictionError where facts that can't be make it fail."""
    try:
        return work()
    except Exception as error:  # facts from elsewhere can say anything, and the cores trust what they are told
        raise ContradictionError(what, "something that can be worked out", repr(error)) from error
