"""Random fields against an independent program for the same rules. The seed of a field is in every message."""

from __future__ import annotations

import random

import pytest

from tests.extent import sampled
from tests.tournaments.formats.systems.swiss.reference import colours_are_comparable, reference_pairs
from tests.tournaments.formats.systems.swiss.simulated import Chances, Simulation
from tournaments.formats.core.state import StageState
from tournaments.formats.systems.swiss.dutch_2026 import pair_round

# The reference takes about a second for a round of 40, so that most fields are small.
SEEDS_AND_SIZES = [*((seed, 7, 16) for seed in range(24)), *((seed, 17, 24) for seed in range(100, 106)), (200, 40, 40)]

Pairs = set[tuple[int, int | None]]


def simulation(seed: int, smallest: int, largest: int) -> Simulation:
    """A tournament with its size, length and chances drawn from the seed."""
    draw = random.Random(seed)
    players = draw.randint(smallest, largest)
    chances = Chances(
        absence=draw.choice([0, 0.05, 0.15]),
        forfeit=draw.choice([0, 0.03, 0.1]),
        leaving=draw.choice([0, 0.03]),
        draw=draw.choice([0.1, 0.35, 0.7]),
        forbidden=draw.choice([0, 0, 0.3]),
    )
    return Simulation(seed, players, draw.randint(3, 7), chances)


def _comparable(state: StageState, pairs: Pairs) -> set[tuple[int, int | None] | frozenset[int | None]]:
    """The pairs, without colours where the reference allocates them by a rule of its own."""
    return {
        pair if pair[1] is None or colours_are_comparable(state, pair[0], pair[1]) else frozenset(pair)
        for pair in pairs
    }


@pytest.mark.parametrize("seed, smallest, largest", sampled(SEEDS_AND_SIZES, 12))
def test_random_field_is_paired_as_by_the_reference(seed: int, smallest: int, largest: int) -> None:
    played = simulation(seed, smallest, largest)
    while played.state.rounds_done < played.rounds:
        state = played.state
        pairing = pair_round(state)
        if pairing.blocked:
            break
        # The reference pairs a first round without looking at who may not meet.
        if state.rounds_done or not state.forbidden:
            made: Pairs = {(pair.white, pair.black) for pair in pairing.pairs}
            expected = reference_pairs(state)
            where = f"seed {seed}, {played.players} players, round {state.rounds_done + 1}"
            assert _comparable(state, made) == _comparable(state, expected), where
        played.play_round(pairing)
