"""Schedules made ahead (T6) and the seats in them (T7)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.systems.tables.designs import designed
from tournaments.formats.systems.tables.fields import ORDERS, finite_field
from tournaments.formats.systems.tables.schedule import pairs_again, schedule
from tournaments.formats.systems.tables.sizes import TableSizes

Rounds = tuple[tuple[tuple[int, ...], ...], ...]


def equal_tables(players: int, size: int, rounds: int) -> Rounds:
    return schedule(players, TableSizes(size, max(2, size - 1), size + 1), rounds)


def seat_counts(rounds: Rounds) -> dict[int, Counter[int]]:
    counts: dict[int, Counter[int]] = {}
    for round_ in rounds:
        for table in round_:
            for seat, player in enumerate(table):
                counts.setdefault(player, Counter())[seat if len(table) > 1 else -1] += 1
    return counts


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(16, 4, 5), (20, 4, 5), (24, 4, 6), (32, 4, 7), (15, 3, 6), (25, 5, 5), (24, 4, 7), (28, 4, 9), (15, 3, 7)],
)
def test_no_pair_meets_twice_where_that_is_known_to_be_possible(players: int, size: int, rounds: int) -> None:
    made = equal_tables(players, size, rounds)
    assert len(made) == rounds
    assert all(sorted(player for table in round_ for player in table) == list(range(players)) for round_ in made)
    assert {len(table) for round_ in made for table in round_} == {size}
    assert pairs_again(made) == 0


@pytest.mark.parametrize("size", range(2, 7))
def test_constructions_let_no_pair_meet_twice(size: int) -> None:
    for players in range(size, 70, size):
        rounds = designed(players, size)
        pairs = Counter(pair for round_ in rounds for table in round_ for pair in combinations(sorted(table), 2))
        assert set(pairs.values()) <= {1}, players
        assert all(sorted(player for table in each for player in table) == list(range(players)) for each in rounds)


@pytest.mark.parametrize("order", [order for order in ORDERS if order < 30])
def test_fields_are_fields(order: int) -> None:
    field, every = finite_field(order), range(order)
    assert all(sorted(field.products[one]) == list(every) for one in every if one)
    assert all(sorted(field.sums[one]) == list(every) for one in every)
    assert all(
        field.products[one][field.sums[other][2 % order]]
        == field.sums[field.products[one][other]][field.products[one][2 % order]]
        for one in every
        for other in every
    )


@examples(60)
@given(st.sampled_from([(4, 4), (4, 5), (4, 6), (3, 5), (5, 5), (2, 4), (6, 7)]), st.integers(1, 5))
def test_seats_of_equal_tables_differ_by_one_at_most(tables: tuple[int, int], rounds: int) -> None:
    """So do the numbers of starts, which are those of the first seat."""
    size, count = tables
    made = equal_tables(size * count, size, rounds)
    for counts in seat_counts(made).values():
        times = [counts[seat] for seat in range(size)]
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize(("players", "rounds"), [(7, 5), (9, 6)])
def test_byes_of_a_schedule_go_round(players: int, rounds: int) -> None:
    made = schedule(players, TableSizes(4, 4, 4), rounds)
    byes = [counts[-1] for counts in seat_counts(made).values()]
    assert sum(byes) == rounds * (players % 4)
    assert max(byes) - min(byes) <= 1
    for counts in seat_counts(made).values():
        times = [counts[seat] for seat in range(4)]
        assert max(times) - min(times) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(17, 4), (11, 4), (14, 5)])
def test_seats_of_unequal_tables_are_nearly_even(players: int, rounds: int) -> None:
    made = equal_tables(players, 4, rounds)
    assert max(max(counts.values()) for counts in seat_counts(made).values()) <= 2


@pytest.mark.slow
def test_schedule_is_the_same_every_time() -> None:
    first = equal_tables(9, 4, 3)
    schedule.cache_clear()
    assert equal_tables(9, 4, 3) == first
