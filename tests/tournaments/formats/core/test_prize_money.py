"""Prize money: every cent is given out, and to whom is said by one rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.core.prize_money import Placed, shares

FIELD = [Placed(1, 8), Placed(2, 6), Placed(3, 6), Placed(4, 6), Placed(5, 4), Placed(5, 4), Placed(7, 2)]


@pytest.mark.parametrize(
    "amounts, by_points, expected",
    [
        ([5000, 3000, 2000], True, [5000, 1667, 1667, 1666, 0, 0, 0]),
        ([5000, 3000, 2000], False, [5000, 3000, 2000, 0, 0, 0, 0]),
        ([5000, 3000, 2000, 1000, 501], True, [5000, 2000, 2000, 2000, 251, 250, 0]),
        ([5000, 3000, 2000, 1000, 501], False, [5000, 3000, 2000, 1000, 251, 250, 0]),
        ([], True, [0] * 7),
    ],
)
def test_level_players_share_what_their_places_win(amounts: list[int], by_points: bool, expected: list[int]) -> None:
    assert shares(FIELD, amounts, by_points=by_points) == expected


@examples(200)
@given(
    st.lists(st.integers(0, 10), max_size=12),
    st.lists(st.integers(0, 100_000), max_size=12),
    st.booleans(),
)
def test_nothing_is_lost_and_nobody_level_gets_a_cent_more_than_one(
    points: list[int], amounts: list[int], by_points: bool
) -> None:
    field = [Placed(rank, each) for rank, each in enumerate(sorted(points, reverse=True), 1)]
    found = shares(field, amounts, by_points=by_points)
    assert sum(found) == sum(amounts[: len(field)])
    for one, share in zip(field, found, strict=True):
        for other, theirs in zip(field, found, strict=True):
            if by_points and one.points == other.points:
                assert abs(share - theirs) <= 1


def test_nobody_wins_nothing() -> None:
    assert shares([], [100], by_points=True) == []
