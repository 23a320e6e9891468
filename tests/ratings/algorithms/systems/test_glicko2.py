from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

import glicko2 as reference_package
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.algorithms.core.system import RatingOptionsError
from ratings.algorithms.core.units import RATING_UNIT, SCORE_UNIT, rating_from_points
from ratings.algorithms.core.values import PlayerKey, RatedGame, RatingState
from ratings.algorithms.systems import glicko2
from ratings.algorithms.systems.glicko2 import Glicko2, Glicko2Options
from tests.extent import examples
from tests.ratings.algorithms.strategies import game_lists


def state(rating: float, deviation: float, volatility: float = 0.06) -> RatingState:
    unit = round(rating * RATING_UNIT)
    return RatingState(unit, 0, unit, round(deviation * RATING_UNIT), round(volatility * SCORE_UNIT))


def numbers(kept: RatingState) -> tuple[float, float, float]:
    assert kept.deviation is not None
    assert kept.volatility is not None
    return kept.rating / RATING_UNIT, kept.deviation / RATING_UNIT, kept.volatility / SCORE_UNIT


def test_worked_example_of_the_paper() -> None:
    start: dict[PlayerKey, RatingState] = {
        "own": state(1500, 200),
        "a": state(1400, 30),
        "b": state(1550, 100),
        "c": state(1700, 300),
    }
    games = [RatedGame(1, "own", "a", 2), RatedGame(2, "own", "b", 0), RatedGame(3, "own", "c", 0)]
    rated = Glicko2().rate(games, Glicko2Options(rated_by="period"), start)
    rating, deviation, volatility = numbers(rated.states["own"])
    assert (rating, deviation, volatility) == (
        pytest.approx(1464.06, abs=0.01),
        pytest.approx(151.52, abs=0.01),
        pytest.approx(0.05999, abs=0.00001),
    )
    own = [row for row in rated.history if row.player == "own"]
    assert [row.before for row in own] == [rating_from_points(1500), own[0].after, own[1].after]
    assert sum(row.change for row in own) == rated.states["own"].rating - rating_from_points(1500)


# The package's step 5 takes the rating where the paper has the deviation, so that its volatility drifts a little:
# ratings and deviations agree to hundredths, volatilities to five digits.
@examples(60)
@given(
    own=st.tuples(st.integers(1000, 2000), st.integers(40, 350)),
    opponents=st.lists(
        st.tuples(st.integers(1000, 2000), st.integers(40, 350), st.sampled_from((0, 1, 2))), min_size=1, max_size=6
    ),
)
def test_one_period_agrees_with_the_package(own: tuple[int, int], opponents: list[tuple[int, int, int]]) -> None:
    player: Any = reference_package.Player(rating=own[0], rd=own[1], vol=0.06)
    scores = [half_points / 2 for _, _, half_points in opponents]
    player.update_player([rating for rating, _, _ in opponents], [deviation for _, deviation, _ in opponents], scores)
    start: dict[PlayerKey, RatingState] = {
        n: state(rating, deviation) for n, (rating, deviation, _) in enumerate(opponents)
    }
    start["own"] = state(*own)
    games = [RatedGame(n, "own", n, half_points) for n, (_, _, half_points) in enumerate(opponents)]
    rated = Glicko2().rate(games, Glicko2Options(rated_by="period"), start)
    rating, deviation, volatility = numbers(rated.states["own"])
    assert rating == pytest.approx(player.rating, abs=0.05)
    assert deviation == pytest.approx(player.rd, abs=0.05)
    assert volatility == pytest.approx(player.vol, abs=2e-4)


@examples(50)
@given(game_lists())
def test_winner_gains_and_loser_loses(games: list[RatedGame]) -> None:
    for row in Glicko2().rate(games, Glicko2Options(), {}).history:
        half_points = next(game for game in games if game.key == row.game).half_points(row.side)
        assert (half_points - 1) * row.change >= 0
        assert 0 < row.expected < SCORE_UNIT
        assert row.deviation is not None
        assert 0 < row.deviation <= rating_from_points(350)


def test_sides_that_stand_alike_change_alike() -> None:
    white, black = Glicko2().rate([RatedGame(1, "Anna", "Bert", 2)], Glicko2Options(), {}).history
    assert (white.change, white.deviation) == (-black.change, black.deviation)


def test_deviation_of_who_sits_a_period_out_grows_to_the_newcomers_at_most() -> None:
    start: dict[PlayerKey, RatingState] = {"away": state(1500, 50), "long away": state(1500, 350)}
    rated = Glicko2().rate([RatedGame(1, "Anna", "Bert", 2)], Glicko2Options(rated_by="period"), start)
    _, deviation, _ = numbers(rated.states["away"])
    assert deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5, abs=1e-5)
    assert rated.states["long away"].deviation == rating_from_points(350)


def test_who_is_away_keeps_his_deviation_when_rated_by_game() -> None:
    start: dict[PlayerKey, RatingState] = {"away": state(1500, 50)}
    assert Glicko2().rate([RatedGame(1, "Anna", "Bert", 2)], Glicko2Options(), start).states["away"] == start["away"]


@pytest.mark.parametrize("gap", [3000, 9000])
@pytest.mark.parametrize("score", [0, 1, 2])
def test_hopeless_pairing_is_rated(gap: int, score: int) -> None:
    start: dict[PlayerKey, RatingState] = {"Anna": state(1000 + gap, 60), "Bert": state(1000, 60)}
    white, black = Glicko2().rate([RatedGame(1, "Anna", "Bert", score)], Glicko2Options(), start).history
    assert (white.change <= 0, black.change >= 0) == (True, True)


def test_provisional_until_the_deviation_is_small() -> None:
    games = [RatedGame(n, "Anna", f"guest {n}", 1) for n in range(40)]
    own = [row for row in Glicko2().rate(games, Glicko2Options(), {}).history if row.player == "Anna"]
    assert [row.provisional for row in own] == [(row.deviation or 0) > rating_from_points(110) for row in own]
    assert (own[0].provisional, own[-1].provisional) == (True, False)


@pytest.mark.parametrize("given_options", [{"tau": "0"}, {"volatility": "3"}, {"k": 20}, {"rated_by": "month"}])
def test_options_out_of_range_are_refused(given_options: dict[str, object]) -> None:
    with pytest.raises(RatingOptionsError):
        Glicko2().read_options(given_options)


def test_decimal_options_are_read_from_text() -> None:
    assert Glicko2().read_options({"tau": "0.75"}).tau == Decimal("0.75")


states = st.builds(
    lambda rating, deviation, volatility: RatingState(rating, 0, rating, deviation, volatility),
    st.integers(10_000_000, 320_000_000),
    st.integers(2_000_000, 35_000_000),
    st.integers(1_000_000, 200_000_000),
)


@examples(300)
@given(states, st.lists(st.tuples(states, st.sampled_from((0, 1, 2))), min_size=1, max_size=4))
def test_floats_are_believed_only_where_every_digit_is_sure(
    own: RatingState, met: list[tuple[RatingState, int]]
) -> None:
    options = Glicko2Options()
    with localcontext(glicko2.PRECISION):
        exact = glicko2.in_numbers(own, met, options, glicko2.DECIMALS)
        grown = glicko2.scaled(own, glicko2.DECIMALS)
        deviation = glicko2.DECIMALS.scale * (grown.phi**2 + grown.sigma**2).sqrt()
    assert glicko2.after_period(own, met, options) == exact
    assert glicko2.rested(own, options).deviation == min(round(deviation), rating_from_points(350))


@examples(100)
@given(states, st.integers(0, 300))
def test_periods_are_sat_out_one_after_the_other(own: RatingState, periods: int) -> None:
    options = Glicko2Options()
    one_by_one = own
    for _period in range(periods):
        one_by_one = glicko2.rested(one_by_one, options)
    assert glicko2.rested(own, options, periods) == one_by_one
