from __future__ import annotations

import pytest

from tournaments.formats.systems.knockout.seeding import bracket_size, standard_seeding

SIZES = [2**power for power in range(1, 9)]


@pytest.mark.parametrize("entries, size", [(2, 2), (3, 4), (4, 4), (5, 8), (64, 64), (65, 128), (256, 256)])
def test_bracket_size_is_the_next_power_of_two(entries: int, size: int) -> None:
    assert bracket_size(entries) == size


@pytest.mark.parametrize("entries", [-1, 0, 1, 257])
def test_bracket_size_refuses_other_counts(entries: int) -> None:
    with pytest.raises(ValueError):
        bracket_size(entries)


def test_standard_seeding_of_eight() -> None:
    assert standard_seeding(8) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.parametrize("size", SIZES)
def test_best_and_worst_left_meet_while_the_better_seed_wins(size: int) -> None:
    left = list(standard_seeding(size))
    assert sorted(left) == list(range(1, size + 1))
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(left) + 1}
        left = [min(pair) for pair in pairs]
