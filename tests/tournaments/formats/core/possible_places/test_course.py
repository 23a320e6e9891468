"""Possible places over the course of a stage: no range ever widens, and whatever happens the end lies within."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.core.possible_places.random_divisions import (
    ENDINGS,
    FORMAT,
    division,
    open_games_of,
    places_in,
    random_ending,
    schedule_of,
    seen,
    with_result,
)
from tests.tournaments.formats.played_stages import PlayedStage
from tests.tournaments.formats.random_events import NUMBERS, random_round_robin, random_swiss
from tournaments.formats.core.possible_places.keeping import follows, is_wider, kept
from tournaments.formats.core.possible_places.places import possible_places
from tournaments.formats.core.possible_places.values import Guarantee, PossiblePlace
from tournaments.formats.core.standings import after_round
from tournaments.formats.core.state import StageState

LISTS = (
    ("DE", "SCO", "SCOD", "LOT"),
    ("SCO", "DE"),
    ("DE", "WON", "TOK"),
    ("BH", "WON", "LOT"),
    ("DEB", "WIN"),
    ("SB",),
)
Places = Mapping[int, PossiblePlace]


def _course(seed: int, count: int) -> Iterator[StageState]:
    """A division from its first game to its last. Some are forfeited, and now and then a player withdraws: struck, or
    all games left are forfeited by and by."""
    rng = random.Random(seed)
    state = division(rng, count, count * count)
    gone: set[int] = set()
    yield state
    while games := open_games_of(state):
        game = rng.choice(games)
        if rng.random() < 0.02 and len(gone) < count // 3:
            gone.add(rng.choice(game[1:]))
            entrants = tuple(
                replace(entrant, withdrawn=True) if entrant.number in gone else entrant for entrant in state.entrants
            )
            state = replace(state, entrants=entrants)
        elif gone.intersection(game[1:]):
            state = with_result(state, game, ENDINGS[4 if game[1] in gone else 3])
        else:
            state = with_result(state, game, random_ending(rng), rng)
        yield state


def _check_course(course: list[tuple[StageState, Places]], codes: tuple[str, ...]) -> None:
    end = places_in(course[-1][0], codes)
    before: Places = {}
    for _state, places in course:
        for number, place in places.items():
            first, last = end[number]
            assert place.best <= first <= last <= place.worst, (number, place)
            if number in before:
                assert before[number].best <= place.best, (before[number], place)
                assert place.worst <= before[number].worst, (before[number], place)
        before = places


@examples(60)
@given(st.integers(0, 10**6), st.integers(3, 9), st.sampled_from(LISTS))
def test_ranges_of_a_division_never_widen_and_hold_the_end(seed: int, count: int, codes: tuple[str, ...]) -> None:
    course = []
    for state in _course(seed, count):
        now = seen(state)
        droppable = FORMAT.droppable(state, {})
        course.append((now, possible_places(now, codes, droppable=droppable, schedule=schedule_of(count))))
    _check_course(course, codes)


@examples(60)
@given(st.integers(0, 10**6), st.integers(3, 9), st.sampled_from(LISTS))
def test_guarantees_hold(seed: int, count: int, codes: tuple[str, ...]) -> None:
    """Of results that are met, the place that they make certain is kept."""
    states = [seen(state) for state in _course(seed, count)]
    end = places_in(states[-1], codes)
    for state in states:
        droppable = FORMAT.droppable(state, {})
        for number, place in possible_places(state, codes, droppable=droppable).items():
            opened = [at for at, cell in enumerate(state.entrant(number).cells) if cell.is_open]
            made = [states[-1].entrant(number).cells[at] for at in opened]
            points = [cell.points for cell in made if cell.opponent not in states[-1].uncounted]
            for sure in place.guarantees:
                if sum(points) >= 2 * sure.wins + sure.ties and end[number][1] < count:
                    assert end[number][1] <= sure.worst


@pytest.mark.parametrize("codes", LISTS)
@examples(20)
@given(seed=st.integers(0, 10**6), count=st.integers(2, 12), rounds=st.integers(1, 6))
def test_ranges_of_a_swiss_event_never_widen(codes: tuple[str, ...], seed: int, count: int, rounds: int) -> None:
    final = random_swiss(seed, entrant_count=count, rounds=rounds)
    states = [after_round(final, number) for number in range(rounds + 1)]
    _check_course([(state, possible_places(state, codes)) for state in states], codes)


@examples(40)
@given(st.integers(0, 10**6), st.integers(2, 7), st.booleans(), st.sampled_from(LISTS))
def test_ranges_of_rounds_that_come_one_by_one_never_widen(
    seed: int, count: int, double: bool, codes: tuple[str, ...]
) -> None:
    final = random_round_robin(seed, entrant_count=count, double=double)
    states = [after_round(final, number) for number in range(final.rounds_done + 1)]
    schedule = schedule_of(count, double=double)
    _check_course([(state, possible_places(state, codes, schedule=schedule)) for state in states], codes)


@examples(60)
@given(st.integers(0, 10**6), st.integers(3, 8), st.sampled_from(LISTS))
def test_ranges_hold_though_entrants_leave_between_rounds(seed: int, count: int, codes: tuple[str, ...]) -> None:
    """Every round somebody may stay away, or leave; who leaves early is struck."""
    rng = random.Random(seed)
    stage = PlayedStage(FORMAT, count, seed)
    stage.state = replace(stage.state, numbers=NUMBERS)
    schedule = schedule_of(count)
    course: list[tuple[StageState, Places]] = []

    def look() -> None:
        now = seen(stage.state)
        droppable = FORMAT.droppable(stage.state, {})
        course.append((now, possible_places(now, codes, droppable=droppable, schedule=schedule)))

    for _pairing in stage.play():
        look()
        leaver = rng.randint(1, count) if rng.random() < 0.3 else 0
        entrants = tuple(
            replace(entrant, withdrawn=entrant.withdrawn or entrant.number == leaver)
            for entrant in stage.state.entrants
        )
        absent = frozenset({rng.randint(1, count)}) if rng.random() < 0.3 else frozenset()
        stage.state = replace(stage.state, entrants=entrants, absent=absent)
    look()
    _check_course(course, codes)


@examples(30)
@given(st.integers(0, 10**6), st.integers(3, 7))
def test_course_without_corrections_follows_and_one_with_doesnt(seed: int, count: int) -> None:
    states = [seen(state) for state in _course(seed, count)]
    assert all(follows(now, before) for before, now in pairwise(states))
    *_, before, last = states
    for game in open_games_of(before):
        decided = with_result(before, game, ENDINGS[0])
        assert follows(decided, before)
        assert not follows(with_result(before, game, ENDINGS[1]), decided)
    assert not follows(before, last)
    assert not follows(last, replace(before, planned_rounds=before.planned_rounds + 1))


def test_what_was_told_is_kept_where_less_is_known_later() -> None:
    told = {1: PossiblePlace(1, 2, 3, is_exact=True), 2: PossiblePlace(2, 1, 2, is_exact=True)}
    later = {1: PossiblePlace(1, 1, 3, guarantees=(Guarantee(0, 1, 2),)), 2: PossiblePlace(2, 2, 3)}
    assert is_wider(later, told)
    found = kept(later, told)
    assert found == {
        1: PossiblePlace(1, 2, 3, guarantees=(Guarantee(0, 1, 2),)),
        2: PossiblePlace(2, 2, 2, is_exact=True),
    }
    assert not is_wider(found, told)
