"""Brackets played to the end, for tests."""

from __future__ import annotations

import random
from collections.abc import Callable

from tournaments.formats.systems.knockout.advance import BracketState, MatchResult, advance
from tournaments.formats.systems.knockout.bracket import Bracket

Winner = Callable[[int, int], int | None]


def better_seed(first: int, second: int) -> int:
    return min(first, second)


def by_chance(rng: random.Random, double_forfeits: float = 0.0) -> Winner:
    def winner(first: int, second: int) -> int | None:
        return None if rng.random() < double_forfeits else rng.choice((first, second))

    return winner


def play(drawn: Bracket, winner: Winner) -> tuple[dict[int, MatchResult], BracketState]:
    """All results and the state at the end."""
    results: dict[int, MatchResult] = {}
    state = advance(drawn, results)
    while not state.is_finished:
        for id_ in state.ready:
            first, second = state.matches[id_].seats
            assert first
            assert second
            results[id_] = MatchResult((first, second), winner(first, second))
        state = advance(drawn, results)
    return results, state
