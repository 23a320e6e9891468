"""A game step by step as pages show it: the steps that a result tells, and the version of their pictures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from games.engine.registry import game_system
from games.enums import ResultKind
from games.models import Game, GameResult
from games.selectors.editions import StoredEditions

# Kinds of result that an unfinished document may stand behind: what it shows is proven all the same.
BROKEN_OFF = (ResultKind.ABANDONED, ResultKind.DOUBLE_FORFEIT)


@dataclass(frozen=True)
class Replay:
    """The steps of a game's present result. `version` names what was handed in, the engine and the drawing: the same
    version is the same pictures for ever."""

    steps: tuple[Any, ...]
    version: str

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    def number(self, wanted: str | None) -> int:
        """The step that an address asks for, 0 to `last`; the last one where it asks for none that there is."""
        if wanted is None or not (wanted.isascii() and wanted.isdigit()) or len(wanted) > 4:
            return self.last
        return min(int(wanted), self.last)

    def part_starts(self) -> list[tuple[int, int]]:
        """Each part of the game with the number of its first step."""
        first: dict[int, int] = {}
        for number, step in enumerate(self.steps):
            if step.part:
                first.setdefault(step.part, number)
        return list(first.items())

    def neighbours(self, number: int) -> dict[str, Any]:
        """What `game/replay_steps.html` leads to from a step."""
        return {
            "number": number,
            "last": self.last,
            "before": number - 1 if number else None,
            "after": number + 1 if number < self.last else None,
        }


def replay_of(game: Game, result: GameResult | None, *, drawing: int = 0) -> Replay | None:
    """The game told by its present result, one that was broken off as far as it is proven; None where there is no
    result, or its evidence tells no steps. `drawing`: raised where the system draws otherwise, as browsers keep
    pictures for ever."""
    submission = result.submission if result is not None else None
    if result is None or submission is None or not (submission.accepted or result.kind in BROKEN_OFF):
        return None
    system = game_system(game.system)
    document = system.parse(bytes(submission.body))
    if document is None:
        return None
    steps = tuple(system.replay(document, StoredEditions(game.system)))
    made_of = f"{submission.digest} {game.edition_digest} {system.engine_version} {drawing}"
    return Replay(steps, hashlib.sha256(made_of.encode()).hexdigest()[:16]) if steps else None
