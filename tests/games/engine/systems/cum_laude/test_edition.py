"""Editions of Magia Cum Laude: what ships, and what can't be played."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.core.editions import EditionError
from games.engine.systems.cum_laude.edition import DEFAULT_EDITION, SHIPPED_EDITIONS, read_edition

Data = dict[str, Any]
EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]


def test_shipped_edition_is_read_again_from_its_data() -> None:
    assert read_edition(json.dumps(EDITION.as_data())).content_hash == EDITION.content_hash


def test_board_has_the_printed_tiles() -> None:
    tower = EDITION.tower

    assert len(tower.crystal_tiles) == 60
    assert [sum(tower.colour[tile] == colour for tile in tower.crystal_tiles) for colour in "WGB"] == [21, 18, 21]


def test_sixty_cards_are_played_with_either_way() -> None:
    counts = [sum(EDITION.cards_played_with(change_places=change).values()) for change in (False, True)]

    assert counts == [60, 60]


def test_number_of_the_extra_order_picks_a_colour_of_the_mission() -> None:
    assert EDITION.third_colour("yellow-black", "401") == 4  # blue, as in the rulebook's example


def test_apprentice_on_d2_comes_to_e4_by_a_yellow_and_a_black_card() -> None:
    tower = EDITION.tower

    assert tower.by_direction(tower.numbers["d2"], [2, 1]) == 1 << tower.numbers["e4"]


def no_spells(data: Data) -> None:
    data["spells"]["value"] = ["411", "411", "402", "420", "330", "303"]


def no_opposite(data: Data) -> None:
    data["board"]["value"]["directions"]["red"] = [2, 0]


def no_door(data: Data) -> None:
    data["board"]["value"]["oriels"]["red"]["door"] = "z1"


def island(data: Data) -> None:
    data["board"]["value"]["rows"]["k"] = [6, "W"]  # row j is left out


def no_oriel(data: Data) -> None:
    del data["board"]["value"]["oriels"]["red"]


def no_desk(data: Data) -> None:
    data["board"]["value"]["desk"] = "z9"


def door_at_the_desk(data: Data) -> None:
    data["board"]["value"]["oriels"]["red"]["door"] = "e5"


def order_without_number(data: Data) -> None:
    data["orders"]["value"]["500"] = 5


def too_few_crystals(data: Data) -> None:
    data["crystals"]["value"]["red"] = 17


def too_few_cards(data: Data) -> None:
    data["movement_cards"]["value"]["plain"] = 0


def wrong_mission(data: Data) -> None:
    data["missions"]["value"]["red-black"] = ["red", "green", "blue", "brown"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (no_spells, "spells"),
        (no_opposite, "board.directions"),
        (no_door, "board.oriels.red.door"),
        (island, "board.rows"),
        (no_oriel, "board.oriels"),
        (no_desk, "board.desk"),
        (door_at_the_desk, "board.oriels"),
        (order_without_number, "orders"),
        (too_few_crystals, "crystals"),
        (too_few_cards, "movement_cards"),
        (wrong_mission, "missions"),
    ],
)
def test_edition_that_cannot_be_played_is_refused(change: Callable[[Data], None], place: str) -> None:
    data = EDITION.as_data()
    change(data)

    with pytest.raises(EditionError) as refused:
        read_edition(json.dumps(data))

    assert place in refused.value.places()
