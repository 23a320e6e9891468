"""What holds for every pairing, whatever the field."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.systems.swiss.simulated import Chances, Simulation
from tournaments.formats.core.state import CellKind, Colour, RoundPairing, StageState
from tournaments.formats.systems.swiss.competitor import Competitor, competitors
from tournaments.formats.systems.swiss.dutch_2026 import pair_round
from tournaments.formats.systems.swiss.reasons import REASONS

_shares = st.sampled_from([0.0, 0.05, 0.2])


@st.composite
def stages(draw: st.DrawFn) -> StageState:
    """A stage before any of its rounds."""
    chances = Chances(draw(_shares), draw(_shares), draw(_shares), draw(st.sampled_from([0.1, 0.5])), draw(_shares))
    rounds = draw(st.integers(1, 9))
    played = Simulation(draw(st.integers(0, 10**6)), draw(st.integers(1, 30)), rounds, chances)
    return played.play_to(draw(st.integers(0, rounds - 1)))


def _games(pairing: RoundPairing) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in pairing.pairs if pair.black is not None]


def _known(state: StageState) -> dict[int, Competitor]:
    return {competitor.number: competitor for competitor in competitors(state)}


@examples(120)
@given(stages())
def test_everybody_present_is_paired_once_or_the_round_is_blocked(state: StageState) -> None:
    pairing = pair_round(state)
    paired = [number for pair in pairing.pairs for number in (pair.white, pair.black) if number is not None]
    assert sorted(paired) == ([] if pairing.blocked else sorted(_known(state)))


@examples(120)
@given(stages())
def test_nobody_meets_an_opponent_again_or_one_he_may_not(state: StageState) -> None:
    known = _known(state)
    for white, black in _games(pair_round(state)):
        assert black not in known[white].opponents
        assert frozenset((white, black)) not in state.forbidden


@examples(120)
@given(stages())
def test_bye_goes_to_nobody_who_had_one_or_a_win_without_playing(state: StageState) -> None:
    unplayed = {CellKind.PAIRING_BYE, CellKind.FULL_BYE, CellKind.FORFEIT_WIN}
    byes = [pair.white for pair in pair_round(state).pairs if pair.black is None]
    assert len(byes) <= 1
    assert [number for number in byes if unplayed & {cell.kind for cell in state.entrant(number).cells}] == []


@examples(120)
@given(stages())
def test_colours_stay_within_their_limits_but_for_topscorers(state: StageState) -> None:
    known = _known(state)
    for white, black in _games(pair_round(state)):
        if known[white].is_topscorer or known[black].is_topscorer:
            continue
        for number, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            history = (*known[number].colour.history, colour)
            assert abs(2 * history.count(Colour.WHITE) - len(history)) <= 2
            assert len(history) < 3 or len(set(history[-3:])) > 1


@examples(60)
@given(stages(), st.randoms(use_true_random=False))
def test_order_of_the_entrants_changes_nothing(state: StageState, rng: random.Random) -> None:
    shuffled = list(state.entrants)
    rng.shuffle(shuffled)
    assert pair_round(replace(state, entrants=tuple(shuffled))) == pair_round(state)


@examples(60)
@given(stages())
def test_every_reason_has_words_that_its_parameters_fill(state: StageState) -> None:
    pairing = pair_round(state)
    for why in (*(pair.why for pair in pairing.pairs), pairing.blocked):
        for code, parameters in why:
            assert REASONS[code] % dict(parameters)


@examples(60)
@given(stages())
def test_every_pair_says_why(state: StageState) -> None:
    assert [pair for pair in pair_round(state).pairs if len(pair.why) < 2] == []
