"""Where two versions of one game part."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from games.engine.core.evidence import Difference
from games.engine.registry import game_system
from games.models import Game, Submission
from games.selectors.evidence import difference_of
from games.services.results import standing_submissions


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two standing versions and the first thing on which they differ."""

    first: Submission
    second: Submission
    difference: Difference


def conflict_of(game: Game) -> Conflict | None:
    """The first two standing versions that differ; None where all say the same."""
    engine = game_system(game.system)
    for first, second in combinations(standing_submissions(game), 2):
        one, other = engine.parse(bytes(first.body)), engine.parse(bytes(second.body))
        difference = difference_of(game.system, one, other)
        if difference is not None:
            return Conflict(first, second, difference)
    return None
