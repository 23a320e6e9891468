"""Notes of a verification on its way through the facts of a stream's games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class GamesWalk:
    """Findings on the way through the facts, beside differences: `notes` say what can't be proven any more,
    such as a document that was erased; `refused` are the engine's reports of what is no legal game, by submission.
    Where the facts are as everybody may see them (`is_public`), `exceptions` are what can't be verified by those, and
    why."""

    notes: list[str] = field(default_factory=list)
    refused: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_public: bool = False
    exceptions: list[str] = field(default_factory=list)
