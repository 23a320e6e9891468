"""FIDE's tables, and performances by definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.core.tiebreaks.perfect_performance import perfect_performance
from tournaments.formats.core.tiebreaks.performance import tournament_performance
from tournaments.formats.core.tiebreaks.rated_games import RatedGame
from tournaments.formats.core.tiebreaks.rating_tables import expected_hundredths, rating_difference, rounded_mean

rated_games = st.lists(
    st.builds(RatedGame, st.just(1), st.just(2), st.integers(800, 2900), st.integers(0, 2)), min_size=1, max_size=11
)


@pytest.mark.parametrize(
    "half_points, games, difference",
    [(10, 5, 800), (0, 5, -800), (5, 5, 0), (7, 5, 149), (3, 5, -149), (1, 4, -322), (7, 4, 336), (2, 3, -125)],
)
def test_rating_difference_for_a_score(half_points: int, games: int, difference: int) -> None:
    assert rating_difference(half_points, games) == difference


@pytest.mark.parametrize(
    "difference, hundredths",
    [(0, 50), (3, 50), (4, 51), (-4, 49), (400, 92), (735, 99), (736, 100), (-736, 0), (1200, 100), (-1200, 0)],
)
def test_expected_score_for_a_rating_difference(difference: int, hundredths: int) -> None:
    assert expected_hundredths(2000 + difference, 2000) == hundredths


@pytest.mark.parametrize("total, count, mean", [(3, 2, 2), (5, 4, 1), (7, 4, 2), (-3, 2, -1)])
def test_mean_rounds_a_half_up(total: int, count: int, mean: int) -> None:
    assert rounded_mean(total, count) == mean


@given(st.integers(-900, 900))
def test_both_expectations_add_up_to_a_game(difference: int) -> None:
    assert expected_hundredths(2000 + difference, 2000) + expected_hundredths(2000, 2000 + difference) == 100


@given(rated_games)
def test_perfect_performance_is_the_lowest_rating_at_which_the_score_is_expected(games: list[RatedGame]) -> None:
    performance = perfect_performance(games)
    score = 50 * sum(game.half_points for game in games)

    def expected(rating: int) -> int:
        return sum(expected_hundredths(rating, game.rating) for game in games)

    if score:
        assert expected(performance) >= score > expected(performance - 1)
    else:
        assert performance == min(game.rating for game in games) - 800


@given(rated_games)
def test_even_score_performs_like_the_average_opponent(games: list[RatedGame]) -> None:
    if sum(game.half_points for game in games) == len(games):
        assert tournament_performance(games) == rounded_mean(sum(game.rating for game in games), len(games))


def test_performances_without_a_rated_game_are_none() -> None:
    assert (tournament_performance([]), perfect_performance([])) == (0, 0)
