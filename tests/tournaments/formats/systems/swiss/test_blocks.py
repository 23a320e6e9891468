"""Rounds that can't be paired say what stands in the way, and nothing is paired."""

from __future__ import annotations

from itertools import combinations

import pytest

from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, RoundPairing, StageState
from tournaments.formats.systems.swiss.dutch_2026 import pair_round


def _stage(count: int, **changes: object) -> StageState:
    return StageState(tuple(Entrant(number) for number in range(1, count + 1)), 0, 5, **changes)  # type: ignore[arg-type] # by name


def _pairs(*pairs: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(pair) for pair in pairs)


def test_empty_field_is_blocked() -> None:
    assert pair_round(_stage(2, absent=frozenset({1, 2}))) == RoundPairing((), (("nobody", ()),))


def test_player_with_nobody_left_to_meet_is_named() -> None:
    state = _stage(4, forbidden=_pairs((1, 2), (1, 3), (1, 4)))
    assert pair_round(state) == RoundPairing((), (("no_opponent_left", (("player", 1),)),))


def test_group_with_too_few_opponents_is_named() -> None:
    state = _stage(6, forbidden=_pairs(*combinations((1, 2, 3, 4), 2)))
    reason = ("too_few_opponents", (("players", "1, 2, 3, 4"), ("opponents", "5, 6")))
    assert pair_round(state) == RoundPairing((), (reason,))


def test_odd_field_in_which_nobody_may_have_the_bye_is_blocked() -> None:
    cells = (Cell(CellKind.FULL_BYE, points=2),)
    state = StageState(tuple(Entrant(number, cells=cells) for number in (1, 2, 3)), 1, 5)
    assert pair_round(state) == RoundPairing((), (("no_bye_left", ()),))


def test_single_player_is_not_paired() -> None:
    assert pair_round(_stage(1)) == RoundPairing((), (("one_left", (("player", 1),)),))


def test_avoided_pair_does_not_meet_where_it_can_be_helped() -> None:
    pairing = pair_round(_stage(4, avoided=_pairs((1, 3))))
    assert [(pair.white, pair.black) for pair in pairing.pairs] == [(1, 4), (3, 2)]


def test_fewest_avoided_pairs_are_allowed_where_it_can_not_be_helped() -> None:
    avoided = _pairs(*combinations((1, 2, 3, 4), 2))
    pairing = pair_round(_stage(6, avoided=avoided))
    met = [frozenset((pair.white, pair.black)) for pair in pairing.pairs if pair.black is not None]
    assert sum(pair in avoided for pair in met) == 1
    assert sum("avoided_allowed" in dict(pair.why) for pair in pairing.pairs) == 1


@pytest.mark.parametrize("first", list(Colour))
def test_initial_colour_goes_to_the_first_player(first: Colour) -> None:
    pair = pair_round(_stage(2, first_colour=first)).pairs[0]
    assert (pair.white, pair.black) == ((1, 2) if first is Colour.WHITE else (2, 1))
