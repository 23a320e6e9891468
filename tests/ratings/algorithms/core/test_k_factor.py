from __future__ import annotations

import pytest

from ratings.algorithms.core.k_factor import KOptions, KPolicy
from ratings.algorithms.core.units import rating_from_points
from ratings.algorithms.core.values import RatingState


@pytest.mark.parametrize(
    "games, rating, peak, k",
    [
        (0, 1500, 1500, 40),
        (29, 1500, 1500, 40),
        (30, 1500, 1500, 20),
        (29, 2450, 2450, 40),
        (30, 2399, 2399, 20),
        (30, 2400, 2400, 10),
        (99, 2100, 2400, 10),
    ],
)
def test_k_policy_by_games_and_rating(games: int, rating: int, peak: int, k: int) -> None:
    state = RatingState(rating_from_points(rating), games, rating_from_points(peak))
    assert KPolicy().coefficient(state) == k


def test_fixed_k_is_everybodys() -> None:
    assert KOptions(k=24).coefficient(RatingState(rating_from_points(2500), 99, rating_from_points(2500))) == 24
