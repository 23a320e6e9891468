"""Berger tables."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from caissify_pairings.engines.round_robin import berger_schedule

from tournaments.formats.systems.round_robin.berger import BergerRound, berger_table

SIZES = range(2, 25)


def _games(table: tuple[BergerRound, ...]) -> list[tuple[int, int]]:
    return [pair for pairs in table for pair in pairs if 0 not in pair]


def _colours(table: tuple[BergerRound, ...], number: int) -> str:
    return "".join("W" if white == number else "B" for white, black in _games(table) if number in (white, black))


def test_table_of_six_is_the_published_one() -> None:
    assert berger_table(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


def test_table_of_three_gives_everybody_one_rest() -> None:
    assert berger_table(3) == (((1, 0), (2, 3)), ((0, 3), (1, 2)), ((2, 0), (3, 1)))


@pytest.mark.parametrize("entrants", range(2, 25, 2))
def test_table_equals_an_independent_program(entrants: int) -> None:
    assert [list(pairs) for pairs in berger_table(entrants)] == berger_schedule(entrants)


@pytest.mark.parametrize("entrants", SIZES)
def test_single_table_has_every_pair_once(entrants: int) -> None:
    met = sorted(tuple(sorted(pair)) for pair in _games(berger_table(entrants)))
    assert met == list(combinations(range(1, entrants + 1), 2))


@pytest.mark.parametrize("entrants", SIZES)
def test_double_table_has_every_pair_once_with_each_colour(entrants: int) -> None:
    assert sorted(_games(berger_table(entrants, double=True))) == list(permutations(range(1, entrants + 1), 2))


@pytest.mark.parametrize("entrants", SIZES)
def test_each_round_has_everybody_once(entrants: int) -> None:
    for pairs in berger_table(entrants, double=True):
        assert sorted(number for pair in pairs for number in pair if number) == list(range(1, entrants + 1))
        assert sum(0 in pair for pair in pairs) == entrants % 2


@pytest.mark.parametrize("entrants", SIZES)
def test_starts_are_balanced(entrants: int) -> None:
    surplus = {
        abs(_colours(berger_table(entrants), number).count("W") * 2 - len(_colours(berger_table(entrants), number)))
        for number in range(1, entrants + 1)
    }
    assert surplus == ({1} if entrants % 2 == 0 else {0})


@pytest.mark.parametrize("entrants", SIZES)
def test_nobody_starts_three_times_running_in_a_double_table(entrants: int) -> None:
    table = berger_table(entrants, double=True)
    runs = [_colours(table, number) for number in range(1, entrants + 1)]
    assert [run for run in runs if "WWW" in run or "BBB" in run] == []


def test_table_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        berger_table(1)
