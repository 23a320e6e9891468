from __future__ import annotations

import pytest

from tournaments.formats.core.qualifying import Qualifier, qualifying
from tournaments.formats.core.standings import StandingRow
from tournaments.formats.systems.knockout.from_groups import seeds_from_stage
from tournaments.formats.systems.knockout.seeding import bracket_size, standard_seeding


def field(groups: int, takes: int) -> list[Qualifier]:
    return [
        Qualifier(group, rank, (rank - 1) * groups + group)
        for group in range(1, groups + 1)
        for rank in range(1, takes + 1)
    ]


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("takes", [1, 2, 3, 4])
def test_nobody_meets_his_own_group_in_round_one_and_winners_are_apart(groups: int, takes: int) -> None:
    qualified = field(groups, takes)
    if not 2 <= len(qualified) <= 64:
        pytest.skip("more than one bracket of 64")
    seeds = seeds_from_stage(qualified)
    assert sorted(seeds) == sorted(place.number for place in qualified)
    of_number = {place.number: place for place in qualified}
    assert [of_number[number].rank for number in seeds] == sorted(place.rank for place in qualified)
    assert [of_number[number].group for number in seeds[:groups]] == list(range(1, groups + 1))
    line = standard_seeding(bracket_size(len(seeds)))
    for above, below in zip(line[::2], line[1::2], strict=True):
        if max(above, below) <= len(seeds):
            first, second = of_number[seeds[above - 1]], of_number[seeds[below - 1]]
            assert first.group != second.group
            assert takes == 1 or groups == 2 or first.rank != second.rank or min(first.rank, second.rank) > 1


def test_two_of_each_group_meet_again_only_in_the_final() -> None:
    seeds = seeds_from_stage(field(4, 2))
    line = [seeds[seed - 1] for seed in standard_seeding(8)]
    halves = [{(number - 1) % 4 for number in half} for half in (line[:4], line[4:])]
    assert [len(half) for half in halves] == [4, 4]


def test_one_table_is_seeded_as_it_stands() -> None:
    assert seeds_from_stage([Qualifier(1, rank, number) for rank, number in enumerate((5, 2, 9), 1)]) == (5, 2, 9)


def rows(*said: tuple[int, int]) -> list[StandingRow]:
    return [StandingRow(number, rank, 0) for rank, number in said]


def test_tie_across_the_last_place_is_named() -> None:
    found = qualifying({1: rows((1, 4), (2, 1), (2, 7), (4, 2))}, takes=2)
    assert found.tied == ((1, 7),)
    assert qualifying({1: rows((1, 4), (2, 1), (2, 7), (4, 2))}, takes=1).tied == ()


def test_tie_among_those_who_go_on_is_named_because_their_places_are_seeded_by() -> None:
    assert qualifying({1: rows((1, 4), (1, 1), (3, 7))}, takes=2).tied == ((4, 1),)


def test_who_is_gone_leaves_the_place_to_the_next() -> None:
    found = qualifying({1: rows((1, 4), (2, 1), (3, 7)), 2: rows((1, 3), (2, 2))}, takes=2, gone={1})
    assert [(place.group, place.rank, place.number) for place in found.qualified] == [
        (1, 1, 4),
        (1, 2, 7),
        (2, 1, 3),
        (2, 2, 2),
    ]
