"""Plackett-Luce against the library alone, and against the worked examples where they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce as Model

from ratings.algorithms.core.units import FINE_UNIT, RATING_UNIT
from ratings.algorithms.core.values import PlayerKey, RatedTable, RatingState
from ratings.algorithms.registry import rating_system
from tests.extent import examples

CASES = Path(__file__).resolve().parents[5] / "shared" / "cases" / "tables"
TABLES = st.lists(
    st.permutations(range(8)).flatmap(
        lambda players: st.integers(2, 6).flatmap(
            lambda size: st.lists(st.integers(0, 5), min_size=size, max_size=size).map(
                lambda strength: (
                    tuple(players[: len(strength)]),
                    tuple(1 + sum(other > own for other in strength) for own in strength),
                )
            )
        )
    ),
    min_size=1,
    max_size=12,
)


def state(mean: float, spread: float) -> RatingState:
    return RatingState(0, 0, 0, mean=round(mean * FINE_UNIT), spread=round(spread * FINE_UNIT))


def numbers(rated: RatingState) -> tuple[float, float]:
    assert rated.mean is not None
    assert rated.spread is not None
    return rated.mean / FINE_UNIT, rated.spread / FINE_UNIT


@examples(30)
@given(TABLES)
def test_ratings_are_the_librarys(tables: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    """However many tables follow each other."""
    model = Model(mu=25, sigma=25 / 3, beta=25 / 6, tau=25 / 300)
    known = {player: model.rating() for player in range(8)}
    for players, places in tables:
        after = model.rate([[known[player]] for player in players], ranks=list(map(float, places)))
        known |= {player: team[0] for player, team in zip(players, after, strict=True)}
    system = rating_system("plackett_luce")
    games = [RatedTable(at, players, places) for at, (players, places) in enumerate(tables)]
    for player, rated in system.rate(games, system.read_options({}), {}).states.items():
        expected = known[int(player)]
        assert numbers(rated) == pytest.approx((expected.mu, expected.sigma), abs=1e-9)
        assert rated.rating / RATING_UNIT == pytest.approx(1500 + 40 * (expected.mu - 3 * expected.sigma), abs=1e-5)


def test_newcomers_who_share_all_places_stay_level() -> None:
    system = rating_system("plackett_luce")
    rated = system.rate([RatedTable(1, ("a", "b", "c"), (1, 1, 1))], system.read_options({}), {})
    assert len({state.rating for state in rated.states.values()}) == 1
    assert [row.expected for row in rated.history] == [1_000_000_000] * 3


def cases(name: str) -> list[dict[str, Any]]:
    path = CASES / name
    if not path.is_file():
        pytest.skip(f"{path} isn't there")
    read: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return read


def test_worked_examples_come_out() -> None:
    system = rating_system("plackett_luce")
    for case in cases("plackett_luce.json"):
        before, after, places = case["before"], case["after"], case["places"]
        start: dict[PlayerKey, RatingState] = {seat: state(one["mu"], one["sigma"]) for seat, one in enumerate(before)}
        table = RatedTable(1, tuple(range(len(before))), tuple(places))
        rated = system.rate([table], system.read_options({}), start).states
        for seat, one in enumerate(after):
            assert numbers(rated[seat]) == pytest.approx((one["mu"], one["sigma"]), abs=1e-9)
            assert rated[seat].rating / RATING_UNIT == pytest.approx(one["shown"], abs=1e-5)


def test_worked_examples_of_elo_come_out() -> None:
    """To the hundred-thousandth of a point that ratings are kept in."""
    system = rating_system("elo")
    options = system.read_options({"k": 40, "floor": 0})
    for case in cases("elo_many.json"):
        before, after, places = case["before"], case["after"], case["places"]
        start: dict[PlayerKey, RatingState] = {
            seat: RatingState(points * RATING_UNIT, 100, points * RATING_UNIT) for seat, points in enumerate(before)
        }
        table = RatedTable(1, tuple(range(len(before))), tuple(places))
        rated = system.rate([table], options, start).states
        assert [rated[seat].rating / RATING_UNIT for seat in range(len(before))] == pytest.approx(after, abs=1e-5)
