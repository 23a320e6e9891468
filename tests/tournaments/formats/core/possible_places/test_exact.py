"""Possible places with few open games: what trying every result gives."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.core.possible_places.random_divisions import (
    FORMAT,
    division,
    last_round,
    places_by_trying,
    seen,
)
from tests.tournaments.formats.random_events import random_swiss
from tournaments.formats.core.possible_places import search
from tournaments.formats.core.possible_places.places import possible_places
from tournaments.formats.core.state import StageState

NOBODY: frozenset[int] = frozenset()
KNOWN = (("DE", "WON", "LOT"), ("DE",), ("WIN", "DE", "TPN"), (), ("WON", "DE", "RTNG"))


def _found(state: StageState, codes: tuple[str, ...], droppable: frozenset[int]) -> dict[int, tuple[int, int]]:
    places = possible_places(state, codes, droppable=droppable)
    assert all(place.is_exact for place in places.values())
    return {number: (place.best, place.worst) for number, place in places.items()}


@examples(150)
@given(st.integers(0, 10**6), st.integers(3, 8), st.integers(1, 5), st.booleans(), st.sampled_from(KNOWN))
def test_places_of_a_round_robin_are_those_of_trying_every_result(
    seed: int, count: int, open_games: int, double: bool, codes: tuple[str, ...]
) -> None:
    state = division(random.Random(seed), count, open_games, double=double)
    assert _found(state, codes, NOBODY) == places_by_trying(state, codes, NOBODY)


@examples(100)
@given(st.integers(0, 10**6), st.integers(3, 6), st.integers(1, 6), st.sampled_from(KNOWN))
def test_places_reckon_with_withdrawals_that_strike_games(
    seed: int, count: int, open_games: int, codes: tuple[str, ...]
) -> None:
    state = seen(division(random.Random(seed), count, open_games))
    droppable = FORMAT.droppable(state, {})
    assert _found(state, codes, droppable) == places_by_trying(state, codes, droppable)


@examples(100)
@given(st.integers(0, 10**6), st.integers(3, 9), st.integers(2, 4), st.integers(1, 3), st.sampled_from(KNOWN))
def test_places_of_the_last_swiss_round_are_those_of_trying_every_result(
    seed: int, count: int, rounds: int, open_games: int, codes: tuple[str, ...]
) -> None:
    state = last_round(random.Random(seed), random_swiss(seed, entrant_count=count, rounds=rounds), open_games)
    found = possible_places(state, codes)
    if found:
        assert _found(state, codes, NOBODY) == places_by_trying(state, codes, NOBODY)


def test_ten_open_games_are_told_exactly_where_few_entrants_need_most_steps() -> None:
    for seed, count, codes in ((1001, 15, ("WIN", "DE")), (1009, 15, ("DE", "WIN", "LOT"))):
        state = division(random.Random(seed), count, 10)
        assert len(_found(state, codes, NOBODY)) == count


def test_search_without_steps_for_all_gives_bounds_around_the_exact_places(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(20):
        state = division(random.Random(seed), 5, 4)
        exact = places_by_trying(state, ("DE",), NOBODY)
        monkeypatch.setattr(search, "MOST_STEPS", 60)
        for number, place in possible_places(state, ("DE",)).items():
            assert place.best <= exact[number][0] <= exact[number][1] <= place.worst
            assert not place.is_exact or (place.best, place.worst) == exact[number]
