"""Editions of the elemental duel: what ships, and what can't be played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.core.editions import EditionError
from games.engine.systems.elemental.edition import DEFAULT_EDITION, SHIPPED_EDITIONS, read_edition
from games.engine.systems.elemental.system import ELEMENTAL

Data = dict[str, Any]


def data() -> Data:
    return SHIPPED_EDITIONS[DEFAULT_EDITION].as_data()


def test_shipped_edition_is_read_again_from_its_data() -> None:
    edition = SHIPPED_EDITIONS[DEFAULT_EDITION]

    assert read_edition(json.dumps(data())).content_hash == edition.content_hash
    assert sorted(edition.assumed) == [
        "board", "corners", "decks.attack", "decks.defense", "rounds", "rulings.boundary", "rulings.half", "star_spots",
    ]  # fmt: skip # a list of words


def test_defenses_of_the_box_are_24_cards_a_deck() -> None:
    decks = data()["decks"]

    assert [sum(deck["value"].values()) for deck in decks.values()] == [24, 24]


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        ("players", [1, 4], "The number of players goes from 2 to 9 at most, the smaller number first."),
        ("board", ["MW", "M"], "The board needs 2 to 26 rows of the same length, of M and W alone."),
        ("board", ["MW"] * 27, "The board needs 2 to 26 rows of the same length, of M and W alone."),
        ("board", ["MW"], "The board needs 2 to 26 rows of the same length, of M and W alone."),
        ("board", ["M" * 27] * 2, "The board needs 2 to 26 rows of the same length, of M and W alone."),
        ("board", ["MX", "MW"], "The board needs 2 to 26 rows of the same length, of M and W alone."),
        (
            "corners",
            {"2": ["a1", "g7"], "3": ["a1", "a7", "g7"]},
            "For 4 players there must be 4 different spots of the board.",
        ),
        ("corners", {"2": ["a1", "h8"]}, "For 2 players there must be 2 different spots of the board."),
        ("star_spots", ["b2", "b4", "h8"], "Star spots must be different spots of the board."),
        ("star_spots", ["b2", "b2", "b4"], "Star spots must be different spots of the board."),
        ("star_spots", ["b2", "b4"], "A use costs 3 stars, and there are 2 star spots."),
        ("health", 13, "Players start with 13 lives, but the most is 12."),
    ],
)
def test_edition_that_cannot_be_played_is_refused(place: str, value: object, problem: str) -> None:
    changed = data()
    changed[place]["value"] = value

    with pytest.raises(EditionError) as refused:
        read_edition(json.dumps(changed))

    assert problem in refused.value.places().values()


def test_corners_and_decks_must_fit_the_players() -> None:
    changed = data()
    changed["corners"]["value"]["3"] = ["a1", "a1", "g7"]
    changed["decks"]["attack"]["value"] = {"f2": 7, "x9": 0}
    changed["counters"]["n"] = {"value": "f", "provenance": "assumed"}

    with pytest.raises(EditionError) as refused:
        read_edition(json.dumps(changed))

    assert refused.value.places() == {
        "corners.3": "For 3 players there must be 3 different spots of the board.",
        "decks.attack.x9": "“x9” is not a card: a card is an element (f, w, g, n) and a value from 1 to 9.",
        "decks.attack": "The deck has 7 cards; 2 are dealt to 4 players.",
        "counters.n": "Only f, w and g counter each other.",
    }


def test_edition_with_a_member_that_nobody_knows_is_refused() -> None:
    for place in ((), ("rulings",), ("decks",), ("hand",), ("board",)):
        changed = data()
        inside = changed
        for part in place:
            inside = inside[part]
        inside["extra"] = 1

        with pytest.raises(EditionError):
            read_edition(json.dumps(changed))


def test_largest_board_is_played_on() -> None:
    changed = data()
    changed["board"]["value"] = ["MW" * 13] * 26

    assert len(read_edition(json.dumps(changed)).board.names) == 26 * 26


def test_edition_says_how_many_play() -> None:
    assert ELEMENTAL.players_of(SHIPPED_EDITIONS[DEFAULT_EDITION]) == (2, 3, 4)


def test_star_spots_are_found_together() -> None:
    edition = SHIPPED_EDITIONS[DEFAULT_EDITION]

    assert edition.spots_of(tuple(edition.star_spots)) == edition.stars
    assert edition.spots_of(("b2", "b2")) == edition.spots_of(("a1",)) == 0


def test_corners_for_more_players_than_may_play_are_ignored() -> None:
    changed = data()
    changed["players"]["value"] = [2, 3]
    changed["corners"]["value"]["4"] = ["off the board"]

    assert ELEMENTAL.read_edition(json.dumps(changed)).corners.keys() == {2, 3}


def test_text_that_is_no_edition_is_refused() -> None:
    with pytest.raises(EditionError) as refused:
        read_edition("{")

    assert refused.value.places() == {}
