"""Games that are still to be arranged. Apps above this one, which arrange them, say what they plan."""

from __future__ import annotations

from collections.abc import Callable

_planners: list[Callable[[str], int]] = []


def planner_register(planner: Callable[[str], int]) -> None:
    """Called once by an app above, when it is ready: what says how many players a game to come in the pool of that key
    has at most, 0 where none is planned."""
    _planners.append(planner)


def most_planned(pool: str) -> int:
    """The most players that a game to come in the pool has; 0 where none is planned."""
    return max((planner(pool) for planner in _planners), default=0)
