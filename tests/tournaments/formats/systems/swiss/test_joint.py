"""The ways to pair a bracket agree: alone, with the next one, and with everything below."""

from __future__ import annotations

import pytest

from tests.tournaments.formats.systems.swiss.test_reference import simulation
from tournaments.formats.systems.swiss.bracket import Bracket, PairedBracket
from tournaments.formats.systems.swiss.brackets import pair_bracket
from tournaments.formats.systems.swiss.dutch_2026 import pair_round
from tournaments.formats.systems.swiss.joint import pair_jointly, pair_with_next


def _with_next_where_it_can_be(bracket: Bracket) -> PairedBracket:
    narrow = None if bracket.bye_candidates else pair_with_next(bracket)
    return narrow or pair_jointly(bracket)


@pytest.mark.parametrize("seed", range(40))
def test_all_ways_pair_a_random_field_the_same(seed: int) -> None:
    played = simulation(seed, 3, 26)
    while played.state.rounds_done < played.rounds:
        quick, narrow, joint = (
            pair_round(played.state, pair_bracket=way)
            for way in (pair_bracket, _with_next_where_it_can_be, pair_jointly)
        )
        assert (quick, narrow) == (joint, joint), f"seed {seed}, round {played.state.rounds_done + 1}"
        if quick.blocked:
            break
        played.play_round(quick)
