"""The drawn tower of an edition: where its tiles are, and what lies on them."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from django.template.loader import render_to_string

from games.engine.systems.cum_laude.edition import DEFAULT_EDITION, SHIPPED_EDITIONS, EditionData, make_edition
from games.engine.systems.cum_laude.names import COLOURS
from games.pages.cum_laude.boards import FIGURES, drawn_tower, empty_tower, pieces_values, tower_values
from games.pages.cum_laude.layout import ACROSS, UP

EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
START = {colour: f"{colour}-oriel" for colour in COLOURS} | {"examiner": "e5"}


def data() -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(EDITION.data)
    return built


def test_neighbours_lie_beside_each_other_and_rows_above_each_other() -> None:
    centres = drawn_tower(EDITION).centres
    assert len(set(centres.values())) == len(centres) == 61 + 6
    assert centres["a1"][1] - centres["b1"][1] == UP
    assert centres["a2"][0] - centres["a1"][0] == ACROSS
    for tile in ("d4", "d5", "e4", "e6", "f5", "f6"):
        assert math.dist(centres["e5"], centres[tile]) == pytest.approx(ACROSS, abs=1)


def test_each_oriel_lies_beyond_its_door_in_its_colours_direction() -> None:
    drawn = drawn_tower(EDITION)
    board = EDITION.data.board.value
    assert drawn.angles == {"red": -120, "black": -60, "yellow": 0, "green": 60, "blue": 120, "brown": 180}
    for colour, angle in drawn.angles.items():
        oriel, door = drawn.centres[f"{colour}-oriel"], drawn.centres[board.oriels[colour].door]
        assert math.degrees(math.atan2(oriel[1] - door[1], oriel[0] - door[0])) == pytest.approx(angle, abs=1)


def test_everything_is_within_the_drawing_and_no_name_on_a_tile() -> None:
    drawn = drawn_tower(EDITION)
    for x, y in [*drawn.centres.values(), *(place for _name, place in drawn.names)]:
        assert 30 <= x <= drawn.width - 30
        assert 30 <= y <= drawn.height - 30
    assert [name for name, _place in drawn.names] == [*"abcdefghi", *"123456789"]
    for _name, place in drawn.names:
        assert all(math.dist(place, centre) > ACROSS / 2 for centre in drawn.centres.values())


def test_door_in_the_middle_puts_its_oriel_on_the_next_free_place() -> None:
    changed = data()
    changed["board"]["value"]["oriels"]["yellow"]["door"] = "d4"
    edition = make_edition(msgspec.convert(changed, EditionData))
    centres = drawn_tower(edition).centres
    assert centres["yellow-oriel"][1] == centres["d4"][1]
    assert centres["yellow-oriel"][0] > centres["d8"][0]


@pytest.mark.parametrize("number", range(1, 8))
def test_figures_on_one_tile_stand_beside_each_other(number: int) -> None:
    at = START | dict.fromkeys(FIGURES[:number], "d4")
    drawn = [each for each in pieces_values(EDITION, at, {})["figures"] if each["tile"] == "d4"]
    assert [each["figure"] for each in drawn] == list(FIGURES[:number])
    for one, other in combinations(drawn, 2):
        assert math.dist((one["x"], one["y"]), (other["x"], other["y"])) >= one["radius"] + other["radius"]


def test_crystals_are_one_path_a_colour_and_below_whoever_stands_there() -> None:
    shown = pieces_values(EDITION, START | {"red": "d4"}, {"d4": "W", "d5": "W", "f5": "B"}, named="red")
    assert [(each["kind"], each["path"].count("M")) for each in shown["crystals"]] == [("white", 2), ("blue", 1)]
    x, y = drawn_tower(EDITION).centres["d4"]
    assert f"M{x} {y + 24}m" in shown["crystals"][0]["path"]
    assert [each["figure"] for each in shown["figures"] if each["is_named"]] == ["red"]


def test_drawing_has_every_tile_by_name_and_no_styles() -> None:
    values = {**tower_values(EDITION), **pieces_values(EDITION, START, {}), "label": "A", "words": "b"}
    drawn = render_to_string("cum_laude/tower.svg", values | {"is_alone": True})
    root = ElementTree.fromstring(drawn)
    assert sorted(each.get("data-tile", "") for each in root.iter() if each.get("data-tile")) == sorted(
        drawn_tower(EDITION).centres
    )
    assert "style" not in drawn


def test_edition_of_a_page_is_drawn_with_the_figures_where_they_start() -> None:
    shown = empty_tower({**data(), "title": "Ours"})
    assert shown["words"].endswith("(e5).")
    assert {each["figure"]: each["tile"] for each in shown["figures"]} == START
