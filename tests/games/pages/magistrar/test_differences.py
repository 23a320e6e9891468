"""A difference in the words and symbols of the game."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.engine.core.evidence import Difference
from games.engine.systems.magistrar.canonical import SPELL_NAMES
from games.engine.systems.magistrar.documents import SideHaul
from games.pages.magistrar.differences import SPELLS, TOPICS, ShownSaid, shown_difference


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.override("en"):
        yield


def nothing() -> ShownSaid:
    return ShownSaid((), "nothing")


@pytest.mark.parametrize(
    "difference, where, topic, first, second",
    [
        (
            Difference("tokens", "S", "L", 3, 1, 4),
            "Duel 3, encounter 4, White",
            "the energy token",
            ShownSaid((("super", "super energy"),), ""),
            ShownSaid((("light", "light energy"),), ""),
        ),
        (
            Difference("pawns", "S", "-", 1, 2, 6),
            "Duel 1, encounter 6, Black",
            "the spell pawn",
            ShownSaid((("strong", "strong spell pawn"),), ""),
            ShownSaid((("", "no spell pawn"),), ""),
        ),
        (
            Difference("moves", "L.", "", 2, 1),
            "Duel 2, White",
            "where the super energies won moved the scoring pawn",
            ShownSaid((("light", "towards light"), ("", "not moved")), ""),
            nothing(),
        ),
        (
            Difference("starter", "white", "black"),
            "",
            "the starting player",
            ShownSaid((("side-white", "White"),), ""),
            ShownSaid((("side-black", "Black"),), ""),
        ),
        (Difference("honoris", -3, 24, None, 1), "White", "Honoris", ShownSaid((), "−3"), ShownSaid((), "24")),
        (Difference("duels", 4, 5, 5), "", "the number of duels played", ShownSaid((), "4"), ShownSaid((), "5")),
        (
            Difference("order", "3 1 2", "1 3 2", 5),
            "Duel 5",
            "the order of the encounters",
            ShownSaid((), "3, 1, 2"),
            ShownSaid((), "1, 3, 2"),
        ),
        (
            Difference("strengthen_pawn", "2", None, 4, 2),
            "Duel 4, Black",
            "the special spell that strengthens a pawn",
            ShownSaid((), "encounter 2"),
            nothing(),
        ),
        (
            Difference("golden", "LD", "L.", 4, 2),
            "Duel 4, Black",
            "the golden super energies",
            ShownSaid((("light", "towards light"), ("dark", "towards dark")), ""),
            ShownSaid((("light", "towards light"), ("", "not moved")), ""),
        ),
        (
            Difference("golden", 1, 0, None, 2),
            "Black",
            "the golden super energies",
            ShownSaid((), "1"),
            ShownSaid((), "0"),
        ),
        (
            Difference("mages", "wotan", None, None, 1),
            "White",
            "the mage card",
            ShownSaid((), "Wotan"),
            nothing(),
        ),
    ],
)
def test_difference_is_told_in_the_games_words(
    difference: Difference, where: str, topic: str, first: ShownSaid, second: ShownSaid
) -> None:
    shown = shown_difference(difference)
    assert (shown.where, shown.topic, shown.first, shown.second) == (where, topic, first, second)


def test_every_part_of_a_document_that_can_differ_has_words() -> None:
    parts = {"edition", "starter", "mages", "duel_cards", "golden", "duels", "tokens", "pawns", "order", "moves"}
    parts |= {"honoris", "markers", *SideHaul.__struct_fields__, *SPELL_NAMES}
    assert parts == {*TOPICS, *SPELLS}
