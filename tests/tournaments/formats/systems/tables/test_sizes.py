"""How players are cut into tables (T2, T3)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.systems.tables.sizes import Sizes, TableSizes


@pytest.mark.parametrize(
    ("players", "cut"),
    [
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (13, (5, 4, 4)),
        (14, (4, 4, 3, 3)),
        (17, (5, 4, 4, 4)),
        (2, ()),
    ],
)
def test_players_are_cut_into_fours_with_threes_and_fives(players: int, cut: Sizes) -> None:
    assert TableSizes(4, 3, 5).cut(players) == cut


def best_cut(players: int, sizes: TableSizes) -> Sizes:
    """The rule of T2 and T3 word by word, over all lists of sizes."""
    for seated in range(players, 0, -1):
        cuts = [
            cut
            for tables in range(1, seated + 1)
            for cut in combinations_with_replacement(range(sizes.most, sizes.least - 1, -1), tables)
            if sum(cut) == seated
        ]
        if cuts:
            return min(cuts, key=lambda cut: (sum(abs(size - sizes.preferred) for size in cut), cut[0], len(cut), cut))
    return ()


@examples(60)
@given(st.integers(0, 16), st.integers(2, 6), st.integers(0, 4), st.integers(0, 4))
def test_cut_is_the_best_of_all(players: int, preferred: int, fewer: int, more: int) -> None:
    sizes = TableSizes(preferred, max(2, preferred - fewer), min(6, preferred + more))
    assert sizes.cut(players) == best_cut(players, sizes)


@pytest.mark.parametrize("sizes", [(3, 4, 5), (4, 3, 3), (4, 1, 5)])
def test_sizes_that_do_not_fit_together_are_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="preferred"):
        TableSizes(*sizes)
