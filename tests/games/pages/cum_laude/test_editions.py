"""Editions of Magia Cum Laude on pages: what they say, and the form by which a club types in its box."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from games.engine.systems.cum_laude.edition import DEFAULT_EDITION, SHIPPED_EDITIONS
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.models import ClubEdition
from games.pages.core.edition_values import own_data
from games.pages.cum_laude.edition_form import EditionForm
from games.pages.cum_laude.edition_parts import LABELS, edition_values
from games.pages.cum_laude.pages import CUM_LAUDE_PAGES
from games.selectors.editions import edition_content, edition_seen
from games.services.editions import edition_change, edition_copy
from tests.evening import Evening

DATA = json.loads(json.dumps(SHIPPED_EDITIONS[DEFAULT_EDITION].as_data()))


def sent(data: dict[str, Any] = DATA, **changed: str) -> QueryDict:
    """What a browser sends of the form, with some fields typed over."""
    form = EditionForm(title="Our box", edition=data, seen="s")
    posted = QueryDict(mutable=True)
    posted.update({**form.shown(), "seen": "s", "before": form.initial["before"], **changed})
    return posted


def filled_in(**changed: str) -> EditionForm:
    return EditionForm(sent(**changed), title="Our box", edition=DATA, seen="s")


def with_line(name: str, old: str, new: str) -> str:
    """What stands in a field of several lines, with one of them changed."""
    shown = EditionForm(title="Our box", edition=DATA, seen="s").shown()[name]
    assert old in shown
    return shown.replace(old, new)


def test_form_that_nobody_changed_is_the_same_edition() -> None:
    form = filled_in()

    assert form.is_valid(), form.errors
    assert json.loads(json.dumps(form.edition_data)) == own_data(DATA)


def test_every_value_of_an_edition_has_a_label() -> None:
    stated = {name for name in own_data(DATA) if name != "rulings"}

    assert {*stated, "rulings.counting_spell"} == set(LABELS)


def test_typed_values_come_with_where_they_are_from() -> None:
    form = filled_in(
        rows=with_line("rows", "a 1 BWGBW", "A  1 wwwww"),
        desk="E5",
        board_from="printed",
        direction_red="−1, 0",
        in_red="N R",
        tile_red="black",
        spells="411, 222",
        orders="320 1\n\n500 2",
        missions="rk: n g b y",
        counting_spell="passed",
        counting_spell_from="printed",
        points_mismatching="-2",
    )

    assert form.is_valid(), form.errors
    data = form.edition_data
    board = data["board"]["value"]
    assert (board["rows"]["a"], board["desk"], board["directions"]["red"]) == ([1, "WWWWW"], "e5", [-1, 0])
    assert board["oriels"]["red"] == {"colour": "black", "door": "i5", "in": ["brown", "red"], "out": ["green"]}
    assert data["board"]["provenance"] == "printed"
    assert (data["spells"]["value"], data["orders"]["value"]) == (["411", "222"], {"320": 1, "500": 2})
    assert data["missions"]["value"] == {"red-black": ["brown", "green", "blue", "yellow"]}
    assert data["rulings"]["counting_spell"] == {"value": "passed", "provenance": "printed"}
    assert data["points"]["value"]["mismatching"] == -2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rows", "a BWGBW"),
        ("rows", "a 1 BW\nA 1 BW"),
        ("rows", "a 1 BWX"),
        ("rows", "a 27 B"),
        ("desk", ""),
        ("direction_red", "4 0"),
        ("in_blue", "xyz"),
        ("out_blue", "rr"),
        ("orders", "320"),
        ("orders", "320 1\n320 2"),
        ("missions", "rk ngb"),
        ("missions", "rk ngby\nrk ngby"),
        ("missions", "rk ngbq"),
        ("points_spell", "100"),
        ("counts_hand", "0"),
        ("counting_spell", "none"),
        ("title", ""),
    ],
)
def test_what_is_no_value_is_said_at_its_field(field: str, value: str) -> None:
    assert list(filled_in(**{field: value}).errors) == [field]


def test_place_of_an_oriel_s_field_names_its_colour() -> None:
    form = filled_in()

    assert [form.place_of(name) for name in ("door_red", "desk")] == ["Red: Neighbour", "The desk"]


def test_body_shows_tower_cards_numbers_and_sources() -> None:
    body = " ".join(CUM_LAUDE_PAGES.edition_body(DATA).split())

    assert 'class="tower"' in body
    counted = [f"{name}: {number} <" in body for name, number in (("Spells", 19), ("Orders", 20), ("Missions", 9))]
    assert counted == [True] * 3
    assert [text in body for text in ("1 Brown", "complete ones, passed or not", "Finishing together")] == [True] * 3


def test_assumed_values_are_named() -> None:
    assert CUM_LAUDE_PAGES.edition_assumed(DATA) == [
        "The tower",
        "Movement cards of each colour",
        "Spells",
        "Orders",
        "Missions",
        "Which spells count",
    ]


def test_two_editions_are_compared_value_by_value() -> None:
    changed = json.loads(json.dumps(DATA))
    changed["orders"]["value"]["320"] = 1
    changed["board"]["value"]["rows"]["a"][1] = "WWWWW"
    changed["rulings"]["counting_spell"]["value"] = "passed"
    before, after = dict(edition_values(DATA)), dict(edition_values(changed))

    assert {place: after[place] for place in after if after[place] != before.get(place)} == {
        "The tower – row a": "1 WWWWW (assumed)",
        "Orders – 3 white, 2 blue": "1 (assumed)",
        "Which spells count": "only passed ones (turned) (assumed)",
    }


@pytest.fixture
def copied(evening: Evening) -> ClubEdition:
    return edition_copy(
        act=evening.act(), club=evening.club, source=DEFAULT_EDITION, title="Our box", system="cum-laude"
    )


@pytest.mark.django_db
def test_edition_that_was_made_on_the_page_judges(organiser: Client, copied: ClubEdition) -> None:
    address = f"/editions/{copied.key}/edit/"
    assert 'name="door_red"' in organiser.get(address).content.decode()
    posted = sent(points_spell="4", orders=with_line("orders", "014 4", "005 4"), seen=edition_seen(copied))

    assert organiser.post(address, posted).status_code == 302

    copied.refresh_from_db()
    content: dict[str, Any] = edition_content(copied)
    edition = CUM_LAUDE.read_edition(json.dumps({**content, "key": "own", "title": "Our box", "version": 2}))
    masters = {"1": {"mission": "red-black", "order": "005"}, "2": {"mission": "blue-green", "order": "500"}}
    sheet = {"format": "cum-laude-sheet/1", "edition": "own", "players": 3, "complete_spells": ["red"]}
    masters["3"] = {"mission": "yellow-brown", "order": "410"}
    report = CUM_LAUDE.check_document({**sheet, "masters": masters}, {"own": edition})
    assert report.vp is not None
    assert [each.total for each in report.vp.values()] == [4, 0, 0]
    assert "A complete spell" in organiser.get(f"/editions/{copied.key}/changes/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "marked"),
    [
        ({"desk": "z9"}, "desk"),
        ({"door_blue": "z9"}, "door_blue"),
        ({"direction_red": "0 0"}, "direction_red"),
        ({"spells": "411 222"}, "spells"),
        ({"orders": "320 1"}, "orders"),
        ({"missions": "rk ngby"}, "missions"),
        ({"crystals_white": "1"}, "crystals_white"),
        ({"movement_cards_plain": "0"}, "movement_cards_plain"),
        ({"rows": "e 1 WGBWGBWGB\nz 1 W"}, "rows"),
    ],
)
def test_what_can_t_be_played_is_said_at_its_field(
    changed: dict[str, str], marked: str, organiser: Client, copied: ClubEdition
) -> None:
    if "rows" in changed:
        changed |= {f"door_{colour}": "e1" for colour in ("red", "black", "yellow", "green", "blue", "brown")}
    answer = organiser.post(f"/editions/{copied.key}/edit/", sent(**changed, seen=edition_seen(copied)))

    assert answer.status_code == 422
    assert marked in answer.context["form"].errors


@pytest.mark.django_db
def test_what_somebody_else_changed_meanwhile_is_taken_over_and_marked(
    evening: Evening, organiser: Client, copied: ClubEdition
) -> None:
    seen = edition_seen(copied)
    content = edition_content(copied)
    theirs = {**content, "crystals": {"value": {"white": 22, "blue": 21, "red": 18}, "provenance": "printed"}}
    edition_change(act=evening.act(), edition=copied, title="Our box", data=own_data(theirs))

    answer = organiser.post(f"/editions/{copied.key}/edit/", sent(content, points_order="9", seen=seen))

    assert answer.status_code == 409
    form = answer.context["form"]
    assert (form.data["crystals_white"], form.data["points_order"]) == ("22", "9")
    assert set(form.errors) == {"__all__", "crystals_white"}
