"""Games of more than two players in rating systems: each two of a table count as a game."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT
from ratings.algorithms.core.values import PlayerKey, RatedGame, RatedTable, RatingState, TablesNotRatedError
from ratings.algorithms.registry import RATING_SYSTEMS, rating_system
from ratings.algorithms.systems.elo import logistic_expectation
from tests.extent import examples


def state(points: int) -> RatingState:
    return RatingState(points * RATING_UNIT, 100, points * RATING_UNIT)


def test_change_at_a_table_is_k_times_the_mean_over_the_others() -> None:
    """Three of 1500, 1600 and 1400 are placed 1, 2, 2."""
    start: dict[PlayerKey, RatingState] = {"a": state(1500), "b": state(1600), "c": state(1400)}
    elo = rating_system("elo")
    rows = elo.rate([RatedTable(1, ("a", "b", "c"), (1, 2, 2))], elo.read_options({"k": 20}), start).history
    assert [(row.seat, row.player, row.opponent, row.score) for row in rows] == [
        (1, "a", None, 4),
        (2, "b", None, 1),
        (3, "c", None, 1),
    ]
    a_b, a_c, b_c = (
        logistic_expectation(one * RATING_UNIT, other * RATING_UNIT)
        for one, other in ((1500, 1600), (1500, 1400), (1600, 1400))
    )
    assert [row.expected for row in rows] == [a_b + a_c, SCORE_UNIT - a_b + b_c, 2 * SCORE_UNIT - a_c - b_c]
    exact = [Fraction(20 * (row.score * SCORE_UNIT // 2 - row.expected), 2) * RATING_UNIT / SCORE_UNIT for row in rows]
    assert [row.change for row in rows] == [round(change) for change in exact]
    assert [round(row.change / RATING_UNIT, 2) for row in rows] == [10.0, -9.0, -1.0]


@examples(100)
@given(st.lists(st.integers(100, 3000), min_size=2, max_size=6), st.data())
def test_a_table_of_equal_k_moves_points_about_and_makes_none(points: list[int], data: st.DataObject) -> None:
    places = data.draw(st.permutations(range(1, len(points) + 1)))
    start: dict[PlayerKey, RatingState] = {seat: state(value) for seat, value in enumerate(points)}
    elo = rating_system("elo")
    table = RatedTable("t", tuple(range(len(points))), tuple(places))
    rows = elo.rate([table], elo.read_options({"k": 20, "floor": 0}), start).history
    assert abs(sum(row.change for row in rows)) <= len(points)  # rounding alone
    assert sum(row.score for row in rows) == len(points) * (len(points) - 1)


@examples(100)
@given(st.integers(100, 3000), st.integers(100, 3000), st.sampled_from([((1, 2), 2), ((1, 1), 1), ((2, 1), 0)]))
def test_a_table_of_two_is_a_game_of_two(white: int, black: int, result: tuple[tuple[int, int], int]) -> None:
    places, score = result
    start: dict[PlayerKey, RatingState] = {"w": state(white), "b": state(black)}
    elo = rating_system("elo")
    options = elo.read_options({})
    table = elo.rate([RatedTable(1, ("w", "b"), places)], options, start)
    assert table == elo.rate([RatedGame(1, "w", "b", score)], options, start)


@pytest.mark.parametrize("key", [key for key, system in RATING_SYSTEMS.items() if not system.rates_tables])
@pytest.mark.parametrize("rated_by", ["game", "period"])
def test_systems_of_two_refuse_a_table_and_say_so(key: str, rated_by: str) -> None:
    system = rating_system(key)
    with pytest.raises(TablesNotRatedError, match="two players only; game 7 has 3"):
        system.rate([RatedTable(7, ("a", "b", "c"), (1, 2, 3))], system.read_options({"rated_by": rated_by}), {})


@pytest.mark.parametrize(("players", "places"), [(("a",), (1,)), (("a", "b"), (1,)), (("a", "a", "b"), (1, 2, 3))])
def test_table_has_a_place_for_each_of_several_players(players: tuple[str, ...], places: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"players|themselves"):
        RatedTable(1, players, places)
