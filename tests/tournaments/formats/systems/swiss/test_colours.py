"""Who has which colour, rule by rule (C.04.3 Art. 5)."""

from __future__ import annotations

import pytest

from tests.tournaments.formats.systems.swiss.players import player
from tournaments.formats.core.state import Colour
from tournaments.formats.systems.swiss.colours import ColourRule, allocate_colours
from tournaments.formats.systems.swiss.competitor import Strength

WHITE, BLACK = Colour.WHITE, Colour.BLACK


@pytest.mark.parametrize(
    "games, preference, strength",
    [
        ("", None, Strength.NONE),
        ("w", BLACK, Strength.STRONG),
        ("wb", WHITE, Strength.MILD),
        ("bw", BLACK, Strength.MILD),
        ("bwb", WHITE, Strength.STRONG),
        ("bww", BLACK, Strength.ABSOLUTE),
        ("bbww", BLACK, Strength.ABSOLUTE),
        ("bb", WHITE, Strength.ABSOLUTE),
        ("bbwb", WHITE, Strength.ABSOLUTE),
    ],
)
def test_colour_due_follows_from_the_games_played(games: str, preference: Colour | None, strength: Strength) -> None:
    claim = player(1, games=games).colour
    assert (claim.preference, claim.strength) == (preference, strength)


@pytest.mark.parametrize(
    "one, other, colour, rule",
    [
        ("w", "b", BLACK, ColourRule.BOTH_GRANTED),
        ("w", "", BLACK, ColourRule.BOTH_GRANTED),
        ("", "w", WHITE, ColourRule.BOTH_GRANTED),
        ("wb", "bwb", BLACK, ColourRule.STRONGER),
        ("wbb", "bwb", WHITE, ColourRule.STRONGER),
        ("bbb", "wbb", WHITE, ColourRule.STRONGER),
        ("bwwb", "wbwb", BLACK, ColourRule.ALTERNATION),
        ("wb", "wb", WHITE, ColourRule.HIGHER_RANKED),
        ("", "", WHITE, ColourRule.INITIAL),
    ],
)
def test_first_rule_that_tells_them_apart_decides(one: str, other: str, colour: Colour, rule: ColourRule) -> None:
    assert allocate_colours(player(1, games=one), player(2, games=other), WHITE) == (colour, rule)


def test_both_get_opposite_colours_whoever_is_asked_first() -> None:
    one, other = player(3, games="wbwb"), player(4, games="bwwb")
    colour, rule = allocate_colours(one, other, WHITE)
    assert allocate_colours(other, one, WHITE) == (colour.other, rule)


def test_initial_colour_alternates_by_place_of_the_higher_ranked() -> None:
    assert allocate_colours(player(1), player(5), BLACK)[0] is BLACK
    assert allocate_colours(player(2), player(6), BLACK)[0] is WHITE


def test_higher_ranked_is_by_score_before_number() -> None:
    lower, higher = player(1, games="wb", score=2), player(2, games="wb", score=4)
    assert allocate_colours(lower, higher, WHITE) == (BLACK, ColourRule.HIGHER_RANKED)
