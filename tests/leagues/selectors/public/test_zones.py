"""What is certain for a player of a division, against all that can still happen: results, and who leaves (G6)."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.selectors.public.zones import DivisionZones, Field, Mark
from tests.extent import examples
from tests.tournaments.formats.core.possible_places.random_divisions import (
    FORMAT,
    division,
    endings_of,
    seen,
    without_games_of,
)
from tournaments.formats.core.possible_places.places import possible_places
from tournaments.formats.core.possible_places.values import PossiblePlace
from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import StageState

CODES = ("DE", "WIN")


def _subsets(numbers: Collection[int]) -> Iterator[frozenset[int]]:
    for size in range(len(numbers) + 1):
        yield from map(frozenset, combinations(sorted(numbers), size))


def _ends(state: StageState, droppable: Collection[int]) -> Iterator[tuple[frozenset[int], list[tuple[int, int]]]]:
    """All final tables, number and rank of those who are counted, with those who were struck on the way."""
    for struck in _subsets(droppable):
        left = replace(state, uncounted=state.uncounted | struck)
        for ended in endings_of(without_games_of(left, struck)):
            yield struck, [(row.number, row.rank) for row in standings(ended, CODES) if row.counted]


def _fates(table: list[tuple[int, int]], number: int, out: Collection[int], zones: DivisionZones) -> set[str]:
    """What can become of a player who finishes, where these others didn't: lots may put level players in any order."""
    rank = dict(table)[number]
    others = [of_other for other, of_other in table if other != number and other not in out]
    first = 1 + sum(of_other < rank for of_other in others)
    last = 1 + sum(of_other <= rank for of_other in others)
    found = set()
    for place in range(first, last + 1):
        if place == 1 and zones.is_highest:
            found.add("champion")
        if place <= zones.up:
            found.add("promotion")
        elif place > len(others) + 1 - zones.down:
            found.add("relegation")
        elif zones.playoff_down and place == len(others) + 1 - zones.down:
            found |= {"relegation", "safety"}
        else:
            found.add("safety")
        if zones.is_highest and place != 1:
            found.add("not champion")
    return found


def _holds(mark: Mark, fates: set[str]) -> bool:
    if mark.certain == "champion":
        return "not champion" not in fates
    if mark.certain == "safety":
        return "relegation" not in fates
    return not fates - {mark.certain, "champion", "not champion"}


@examples(60)
@given(
    seed=st.integers(0, 10**6),
    count=st.integers(3, 6),
    open_games=st.integers(1, 3),
    leavers=st.integers(0, 2),
    up=st.integers(0, 2),
    down=st.integers(0, 2),
    playoff=st.booleans(),
)
def test_marks_hold_whatever_is_played_and_whoever_else_leaves(
    seed: int, count: int, open_games: int, leavers: int, up: int, down: int, playoff: bool
) -> None:
    rng = random.Random(seed)
    state = division(rng, count, open_games)
    leaving = rng.sample(range(1, count + 1), leavers)
    entrants = tuple(replace(entrant, withdrawn=entrant.number in leaving) for entrant in state.entrants)
    state = seen(replace(state, entrants=entrants))
    state = without_games_of(state, state.uncounted)
    droppable = FORMAT.droppable(state, {})
    places = possible_places(state, CODES, droppable=droppable)
    gone = frozenset(leaving) - state.uncounted
    zones = DivisionZones(up=up, down=down, playoff_up=False, playoff_down=playoff, is_highest=not up)
    field = Field(count - len(state.uncounted), tuple(places[number] for number in gone if places))
    marks = {number: mark for number, place in places.items() if (mark := zones.mark(place, field))}
    for struck, table in _ends(state, droppable) if marks else ():
        finishing = {number for number, _rank in table} - gone
        for late in _subsets(finishing):
            for number in finishing - late:
                mark = marks.get(number)
                if mark is not None and not 0 < mark.unless <= len(struck) + len(late):
                    fates = _fates(table, number, gone | late, zones)
                    assert _holds(mark, fates), (number, mark, struck, late, fates)


def _zones(up: int, down: int, *, is_highest: bool = False) -> DivisionZones:
    return DivisionZones(up=up, down=down, playoff_up=False, playoff_down=False, is_highest=is_highest)


@pytest.mark.parametrize(
    ("zones", "place", "gone", "mark"),
    [
        (_zones(0, 2, is_highest=True), (1, 1), (), Mark("champion")),
        (_zones(0, 2, is_highest=True), (2, 2), ((1, 1),), Mark("champion")),
        (_zones(0, 2, is_highest=True), (9, 10), (), Mark("relegation")),
        (_zones(2, 2), (1, 2), (), Mark("promotion")),
        (_zones(2, 2), (9, 10), (), Mark("relegation", 7)),
        (_zones(2, 2), (8, 9), ((10, 10),), Mark("relegation", 6)),
        (_zones(2, 2), (3, 8), (), Mark("safety", 1)),
        (_zones(2, 2), (3, 5), (), Mark("safety", 4)),
        (_zones(2, 2), (3, 8), ((10, 10),), None),
        (_zones(2, 2), (3, 8), ((1, 1),), Mark("safety", 1)),
        (_zones(2, 2), (3, 9), (), None),
        (_zones(2, 0), (3, 10), (), None),
        (replace(_zones(2, 2), playoff_down=True), (3, 8), (), None),
        (replace(_zones(2, 2), playoff_down=True), (3, 7), (), Mark("safety", 1)),
    ],
)
def test_marks_of_a_division_of_ten(
    zones: DivisionZones, place: tuple[int, int], gone: tuple[tuple[int, int], ...], mark: Mark | None
) -> None:
    field = Field(10, tuple(PossiblePlace(at, *ends) for at, ends in enumerate(gone, 2)))
    assert zones.mark(PossiblePlace(1, *place), field) == mark
