from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, rating_from_points
from ratings.algorithms.core.values import PlayerKey, RatedGame, RatingState
from ratings.algorithms.systems.elo import Elo, EloOptions, exact_expectation, logistic_expectation
from tests.extent import examples
from tests.ratings.algorithms.strategies import game_lists

ratings = st.integers(rating_from_points(100), rating_from_points(3500))


@pytest.mark.parametrize("difference", [0, 1, 92, 200, 399, 400])
def test_expected_score_is_the_logistic_curve(difference: int) -> None:
    expected = logistic_expectation(rating_from_points(1500 + difference), rating_from_points(1500))
    assert expected / SCORE_UNIT == pytest.approx(1 / (1 + 10 ** (-difference / 400)), abs=1e-9)


def test_expected_score_beyond_400_points_is_that_of_400() -> None:
    at_400 = logistic_expectation(rating_from_points(1900), rating_from_points(1500))
    assert logistic_expectation(rating_from_points(2600), rating_from_points(1500)) == at_400 == 909_090_909


@given(ratings, ratings)
def test_expected_scores_of_both_sides_add_up_to_one(own: int, opponent: int) -> None:
    assert logistic_expectation(own, opponent) + logistic_expectation(opponent, own) == SCORE_UNIT


@given(ratings, ratings, st.integers(1, 300 * RATING_UNIT))
def test_expected_score_never_falls_with_the_own_rating(own: int, opponent: int, more: int) -> None:
    assert logistic_expectation(own + more, opponent) >= logistic_expectation(own, opponent)


@given(ratings, st.integers(-399, 398))
def test_expected_score_rises_with_each_point_inside_the_cut(opponent: int, difference: int) -> None:
    own = opponent + difference * RATING_UNIT
    assert logistic_expectation(own + RATING_UNIT, opponent) > logistic_expectation(own, opponent)


@given(game_lists(), st.integers(1, 100))
def test_changes_add_up_to_nothing_with_one_k(games: list[RatedGame], k: int) -> None:
    rated = Elo().rate(games, EloOptions(k=k), {})
    assert sum(row.change for row in rated.history) == 0


def test_first_games_against_a_float_reference() -> None:
    played = [("a", "b", 2), ("b", "c", 1), ("c", "a", 0), ("a", "b", 0)]
    games = [RatedGame(number, *game) for number, game in enumerate(played)]
    reference: dict[PlayerKey, float] = dict.fromkeys("abc", 1500.0)
    for game in games:
        expected = 1 / (1 + 10 ** ((reference[game.black] - reference[game.white]) / 400))
        change = 40 * (game.score / 2 - expected)
        reference[game.white] += change
        reference[game.black] -= change
    states = Elo().rate(games, EloOptions(), {}).states
    assert {player: state.rating / RATING_UNIT for player, state in states.items()} == pytest.approx(
        reference, abs=1e-4
    )


def test_rating_order_matters() -> None:
    games = [RatedGame(1, "Anna", "Bert", 2), RatedGame(2, "Bert", "Cem", 2)]
    forwards = Elo().rate(games, EloOptions(), {}).states["Anna"].rating
    assert forwards != Elo().rate(games[::-1], EloOptions(), {}).states["Anna"].rating


def test_thirty_first_game_is_rated_with_the_lower_k() -> None:
    games = [RatedGame(number, "Anna", f"guest {number}", 1) for number in range(31)]
    history = Elo().rate(games, EloOptions(), {}).history
    own = [row for row in history if row.player == "Anna"]
    assert [row.k for row in own] == [40] * 30 + [20]
    assert [row.provisional for row in own] == [True] * 29 + [False] * 2


def test_rating_stops_at_the_floor() -> None:
    low = RatingState(rating_from_points(105), 40, rating_from_points(1500))
    rated = Elo().rate([RatedGame(1, "Anna", "Bert", 2)], EloOptions(), {"Bert": low, "Anna": low})
    black = rated.history[1]
    assert (black.change, black.after) == (-5 * RATING_UNIT, rating_from_points(100))


def test_rating_below_the_floor_is_not_lifted_by_a_loss() -> None:
    low = RatingState(rating_from_points(50), 40, rating_from_points(50))
    assert Elo().rate([RatedGame(1, "Anna", "Bert", 2)], EloOptions(), {"Bert": low}).history[1].change == 0


def test_peak_of_2400_keeps_k_low_after_a_drop() -> None:
    once = RatingState(rating_from_points(2400), 50, rating_from_points(2400))
    games = [RatedGame(number, "Anna", "Bert", 0) for number in range(3)]
    history = Elo().rate(games, EloOptions(), {"Anna": once}).history
    assert [row.k for row in history if row.player == "Anna"] == [10, 10, 10]


@examples(500)
@given(st.integers(0, 500 * RATING_UNIT))
def test_a_float_is_believed_only_where_every_digit_is_sure(distance: int) -> None:
    assert logistic_expectation(distance, 0) == exact_expectation(distance)


def test_a_number_close_to_a_half_is_worked_out_exactly() -> None:
    """Differences at which the float lies near the middle of two integers, and the exact number decides."""
    near = [distance for distance in range(20_000) if 0.49 < SCORE_UNIT / (1 + 10 ** (-distance / 4e7)) % 1 < 0.51]
    assert len(near) > 100
    assert [logistic_expectation(one, 0) for one in near] == [exact_expectation(one) for one in near]
