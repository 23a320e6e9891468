from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, rating_from_points
from ratings.algorithms.core.values import PlayerKey, RatedGame, RatingState
from ratings.algorithms.systems.fide import (
    Fide,
    FideOptions,
    coefficient_of_period,
    initial_rating,
    table_expectation,
)
from tests.ratings.algorithms.strategies import game_lists

ratings = st.integers(rating_from_points(100), rating_from_points(3500))


def settled(points: float, games: int = 30) -> RatingState:
    rating = round(points * RATING_UNIT)
    return RatingState(rating, games, rating)


def change_of_one_game(own: int, opponent: int, score: float, k: int) -> int:
    game = RatedGame(1, "own", "opponent", round(2 * score))
    states: dict[PlayerKey, RatingState] = {"own": settled(own), "opponent": settled(opponent)}
    return Fide().rate([game], FideOptions(k=k), states).history[0].change


def test_change_of_one_game_as_published(fide_cases: dict[str, Any]) -> None:
    for own, opponent, score, k, _, change in fide_cases["CALC"]:
        assert change_of_one_game(own, opponent, score, k) == round(change * RATING_UNIT), (own, opponent, score)


def test_change_of_one_game_by_table_at_k_one(fide_cases: dict[str, Any]) -> None:
    for own, opponent, score, change in fide_cases["USCH"]:
        assert change_of_one_game(own, opponent, score, 1) == round(change * RATING_UNIT), (own, opponent, score)


def test_single_games_of_published_players(fide_cases: dict[str, Any]) -> None:
    for *_, events in fide_cases["PUB"].values():
        for own, _, _, games in events:
            for opponent, score, change in games:
                assert change_of_one_game(own, opponent, score, 1) == round(change * RATING_UNIT), (own, opponent)


def rated_list(published: list[Any]) -> tuple[RatingState, int]:
    """A published player's events by periods. An event that came in late is rated by the list of its own time, and its
    change rounded by itself (P02, P03): events with the same rating used are one period."""
    before, _, _, events = published
    after = rating_from_points(before)
    largest = 0
    for used in dict.fromkeys(event[0] for event in events):
        results = [game for event in events if event[0] == used for game in event[3]]
        k = 40 if events[0][1] == 17 else events[0][1]
        states: dict[PlayerKey, RatingState] = {number: settled(game[0]) for number, game in enumerate(results)}
        states["own"] = settled(used)
        games = [RatedGame(n, "own", n, round(2 * score), period=str(used)) for n, (_, score, _) in enumerate(results)]
        rated = Fide().rate(games, FideOptions(k=k, rated_by="period"), states)
        largest = max(row.k or 0 for row in rated.history if row.player == "own")
        after += rated.states["own"].rating - rating_from_points(used)
    return RatingState(after, 0, after), largest


def test_published_lists_by_period(fide_cases: dict[str, Any]) -> None:
    for name, published in fide_cases["PUB"].items():
        state, k = rated_list(published)
        assert (name, state.rating, k) == (name, rating_from_points(published[1]), published[3][0][1])


def test_initial_rating_as_published(fide_cases: dict[str, Any]) -> None:
    for case in fide_cases["NEW"].values():
        opponents = [rating_from_points(points) for points in case["opp"]]
        assert initial_rating(opponents, round(2 * case["score"])) == rating_from_points(case["published"])


@pytest.mark.parametrize("games, half_points", [(4, 8), (5, 0)])
def test_initial_rating_needs_five_games_and_half_a_point(games: int, half_points: int) -> None:
    assert initial_rating([rating_from_points(1800)] * games, half_points) is None


def test_initial_rating_is_2200_at_most() -> None:
    assert initial_rating([rating_from_points(2500)] * 9, 18) == rating_from_points(2200)


@pytest.mark.parametrize("difference, hundredths", [(3, 50), (4, 51), (391, 91), (392, 92), (735, 92), (-392, 8)])
def test_expected_score_by_the_table(difference: int, hundredths: int) -> None:
    expected = table_expectation(rating_from_points(1500 + difference), rating_from_points(1500))
    assert expected == hundredths * SCORE_UNIT // 100


@pytest.mark.parametrize("opponent, hundredths", [(2250, 92), (2238, 93), (1916, 99), (1915, 99), (1914, 100)])
def test_expected_score_from_2650_on_is_not_cut(opponent: int, hundredths: int) -> None:
    assert table_expectation(rating_from_points(2650), rating_from_points(opponent)) == hundredths * SCORE_UNIT // 100


def test_expected_score_takes_the_difference_to_the_whole_point() -> None:
    opponent = rating_from_points(1500)
    at = [table_expectation(opponent + difference, opponent) for difference in (349_999, 350_000, -349_999, -350_000)]
    assert [expected * 100 // SCORE_UNIT for expected in at] == [50, 51, 50, 49]


@given(ratings, ratings)
def test_expected_scores_of_both_sides_add_up_to_one_below_2650(own: int, opponent: int) -> None:
    cut = rating_from_points(2649)
    own, opponent = min(own, cut), min(opponent, cut)
    assert table_expectation(own, opponent) + table_expectation(opponent, own) == SCORE_UNIT


@given(ratings, ratings, st.integers(1, 500 * RATING_UNIT))
def test_expected_score_never_falls_with_the_own_rating(own: int, opponent: int, more: int) -> None:
    assert table_expectation(own + more, opponent) >= table_expectation(own, opponent)


@given(game_lists(), st.integers(1, 100))
def test_changes_add_up_to_nothing_with_one_k(games: list[RatedGame], k: int) -> None:
    rated = Fide().rate(games, FideOptions(k=k), {})
    assert sum(row.change for row in rated.history) == 0


@pytest.mark.parametrize("k, games, used", [(40, 17, 40), (40, 18, 38), (40, 39, 17), (20, 35, 20), (20, 36, 19)])
def test_k_times_games_of_a_period_is_700_at_most(k: int, games: int, used: int) -> None:
    assert coefficient_of_period(k, games) == used


@given(game_lists())
def test_rating_by_period_ends_in_whole_points_near_the_sum(games: list[RatedGame]) -> None:
    options = FideOptions(rated_by="period")
    for row in Fide().rate(games, options, {}).history:
        assert row.after == row.before + row.change
    states = Fide().rate(games, options, {}).states
    assert all(state.rating % RATING_UNIT == 0 for state in states.values())


@pytest.mark.parametrize("change, whole", [(Fraction(-5, 2), -3), (Fraction(5, 2), 3), (Fraction(12, 5), 2)])
def test_period_rounds_halves_away_from_zero(change: Fraction, whole: int) -> None:
    # A draw between equals at K = 1 changes nothing; wins and losses give a half each.
    games = [RatedGame(n, "own", f"guest {n}", 2 if change > 0 else 0, period="x") for n in range(5)]
    states: dict[PlayerKey, RatingState] = {f"guest {n}": settled(1500) for n in range(5)}
    states["own"] = settled(1500)
    if change.denominator == 5:
        games[4] = RatedGame(4, "own", "guest 4", 2, period="x")
        states["guest 4"] = settled(1428)
    rated = Fide().rate(games, FideOptions(k=1, rated_by="period"), states)
    assert rated.states["own"].rating - states["own"].rating == rating_from_points(whole)
