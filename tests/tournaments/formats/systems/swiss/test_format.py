"""The Swiss format: rounds, options, and the round it pairs."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tournaments.formats.core.format import FormatOptions
from tournaments.formats.core.state import Entrant, Scoring, StageState
from tournaments.formats.systems.swiss.dutch_2026 import pair_round
from tournaments.formats.systems.swiss.format import Swiss
from tournaments.formats.systems.swiss.systems import PAIRING_SYSTEMS


def _pairs(options: FormatOptions, state: StageState) -> list[tuple[int, int | None]]:
    pairing = Swiss().pair(state, 1, random.Random(0), options)
    return [(pair.white, pair.black) for pair in pairing.pairs]


@pytest.fixture
def fresh() -> StageState:
    return StageState(tuple(Entrant(number) for number in range(1, 9)), 0, 5)


@pytest.mark.parametrize("entrants, rounds", [(2, 1), (3, 2), (4, 3), (5, 4), (8, 4), (9, 5), (64, 7), (65, 8)])
def test_rounds_by_default_are_one_more_than_halvings_and_fewer_than_entrants(entrants: int, rounds: int) -> None:
    assert Swiss().rounds_for(entrants, {}) == rounds


def test_rounds_asked_for_are_planned() -> None:
    assert Swiss().rounds_for(8, {"rounds": 5}) == 5


def test_upper_half_meets_the_lower_half(fresh: StageState) -> None:
    assert _pairs({}, fresh) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_acceleration_is_an_option(fresh: StageState) -> None:
    assert _pairs({"acceleration": "baku"}, fresh) == [(1, 3), (4, 2), (5, 7), (8, 6)]


def test_acceleration_with_other_points_is_blocked_and_says_so(fresh: StageState) -> None:
    state = replace(fresh, scoring=Scoring(win=6, draw=2))
    pairing = Swiss().pair(state, 1, random.Random(0), {"acceleration": "baku"})
    assert (pairing.pairs, pairing.blocked) == ((), (("acceleration_scoring", ()),))


def test_another_round_than_the_next_is_refused(fresh: StageState) -> None:
    with pytest.raises(ValueError, match="round 3"):
        Swiss().pair(fresh, 3, random.Random(0), {})


def test_odd_field_rests_the_last(fresh: StageState) -> None:
    assert _pairs({}, replace(fresh, entrants=(*fresh.entrants, Entrant(9))))[-1] == (9, None)


def test_system_is_found_by_its_dated_key() -> None:
    assert dict(PAIRING_SYSTEMS) == {"dutch-2026": pair_round}
