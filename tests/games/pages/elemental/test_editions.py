"""Editions of the elemental duel on pages: what they say, and the form by which a club types in its box."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from games.engine.systems.elemental.edition import DEFAULT_EDITION, SHIPPED_EDITIONS
from games.models import ClubEdition
from games.pages.core.edition_values import own_data
from games.pages.elemental.edition_form import EditionForm
from games.pages.elemental.edition_parts import LABELS, edition_values
from games.pages.elemental.pages import ELEMENTAL_PAGES
from games.selectors.editions import edition_content, edition_seen
from games.services.editions import edition_change, edition_copy
from magistrar_site.shared.errors import DomainError
from tests.evening import Evening

DATA = json.loads(json.dumps(SHIPPED_EDITIONS[DEFAULT_EDITION].as_data()))


def sent(**changed: str) -> QueryDict:
    """What a browser sends of the form, with some fields typed over."""
    form = EditionForm(title="Our box", edition=DATA, seen="s")
    posted = QueryDict(mutable=True)
    posted.update({**form.shown(), "seen": "s", "before": form.initial["before"], **changed})
    return posted


def filled_in(**changed: str) -> EditionForm:
    return EditionForm(sent(**changed), title="Our box", edition=DATA, seen="s")


def test_form_that_nobody_changed_is_the_same_edition() -> None:
    form = filled_in()

    assert form.is_valid(), form.errors
    assert form.edition_data == own_data(DATA)


def test_every_value_of_an_edition_has_a_label() -> None:
    stated = []

    def walk(value: Any, place: str) -> None:
        if isinstance(value, dict) and value.keys() == {"value", "provenance"}:
            stated.append(place)
        elif isinstance(value, dict):
            for name, inner in value.items():
                walk(inner, f"{place}.{name}".strip("."))

    walk(own_data(DATA), "")
    assert set(stated) == set(LABELS)


def test_typed_values_come_with_where_they_are_from() -> None:
    form = filled_in(
        board="mw\nW M\n",
        board_from="printed",
        star_spots="A1, b2 a2",
        attack_f9="3",
        attack_f2="",
        rounds="",
        players_most="3",
        counters_g="",
        rulings_half="up",
        rulings_half_from="derived",
    )

    assert form.is_valid(), form.errors
    data = form.edition_data
    assert data["board"] == {"value": ["MW", "WM"], "provenance": "printed"}
    assert data["star_spots"]["value"] == ["a1", "b2", "a2"]
    assert ("f2" in data["decks"]["attack"]["value"], data["decks"]["attack"]["value"]["f9"]) == (False, 3)
    assert data["rounds"] == {"value": None, "provenance": "assumed"}
    assert list(data["corners"]["value"]) == ["2", "3"]
    assert "g" not in data["counters"]
    assert data["rulings"]["half"] == {"value": "up", "provenance": "derived"}


@pytest.mark.parametrize(
    ("field", "value"),
    [("attack_f2", "100"), ("health", "0"), ("players_most", "10"), ("board", ""), ("rounds", "x"), ("title", "")],
)
def test_what_is_no_value_is_said_at_its_field(field: str, value: str) -> None:
    assert list(filled_in(**{field: value}).errors) == [field]


def test_more_players_ask_for_more_corners() -> None:
    form = filled_in(players_most="5")

    assert list(form.errors) == ["corners_5"]


def test_body_shows_board_decks_and_sources() -> None:
    body = ELEMENTAL_PAGES.edition_body(DATA)

    assert 'class="checkers"' in body
    assert body.count("<caption>") == 2
    assert "Attack cards: 24" in " ".join(body.split())
    assert [text in body for text in ("Limit of rounds", "30", "are rounded down")] == [True] * 3


def test_assumed_values_are_named() -> None:
    assert ELEMENTAL_PAGES.edition_assumed(DATA) == [
        "The board",
        "Corners where players start",
        "Star spots",
        "Attack cards in the deck",
        "Defense cards in the deck",
        "Limit of rounds",
        "Halves",
        "A step off the board",
    ]


def test_two_editions_are_compared_value_by_value() -> None:
    changed = json.loads(json.dumps(DATA))
    changed["decks"]["attack"]["value"]["f2"] = 5
    changed["board"]["value"][0] = "WWWWWWW"
    before, after = dict(edition_values(DATA)), dict(edition_values(changed))

    assert {place: after[place] for place in after if after[place] != before.get(place)} == {
        "Attack cards in the deck – fire 2": "5 (assumed)",
        "The board – 7": "WWWWWWW (assumed)",
    }


@pytest.fixture
def copied(evening: Evening) -> ClubEdition:
    return edition_copy(
        act=evening.act(), club=evening.club, source=DEFAULT_EDITION, title="Our box", system="elemental"
    )


@pytest.mark.django_db
def test_club_copies_and_changes_the_edition(organiser: Client, copied: ClubEdition) -> None:
    address = f"/editions/{copied.key}/edit/"
    assert 'name="corners_4"' in organiser.get(address).content.decode()
    posted = sent(title="Our box", health="9", health_from="printed", seen=edition_seen(copied))

    assert organiser.post(address, posted).status_code == 302

    copied.refresh_from_db()
    assert edition_content(copied)["health"] == {"value": 9, "provenance": "printed"}
    changes = organiser.get(f"/editions/{copied.key}/changes/").content.decode()
    assert "Health at the start" in changes


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value", "marked"),
    [
        ("star_spots", "b2 b4", "star_draw_stars"),
        ("star_spots", "b2 b2 b4 d2", "star_spots"),
        ("corners_3", "a1 a1 g7", "corners_3"),
        ("health", "13", "health"),
        ("board", "MW", "board"),
        ("hand_attack", "9", "attack_from"),
    ],
)
def test_what_can_t_be_played_is_said_at_its_field(
    field: str, value: str, marked: str, organiser: Client, copied: ClubEdition
) -> None:
    answer = organiser.post(f"/editions/{copied.key}/edit/", sent(**{field: value}, seen=edition_seen(copied)))

    assert answer.status_code == 422
    assert marked in answer.context["form"].errors


@pytest.mark.django_db
def test_what_somebody_else_changed_meanwhile_is_taken_over_and_marked(
    evening: Evening, organiser: Client, copied: ClubEdition
) -> None:
    seen = edition_seen(copied)
    theirs = {**edition_content(copied), "health": {"value": 8, "provenance": "printed"}}
    edition_change(act=evening.act(), edition=copied, title="Our box", data=own_data(theirs))

    answer = organiser.post(f"/editions/{copied.key}/edit/", sent(rounds="20", seen=seen))

    assert answer.status_code == 409
    form = answer.context["form"]
    assert (form.data["health"], form.data["rounds"]) == ("8", "20")
    assert set(form.errors) == {"__all__", "health"}


def test_edition_without_a_limit_and_with_fewer_counters_is_shown() -> None:
    changed = json.loads(json.dumps(DATA))
    changed["rounds"]["value"] = None
    del changed["counters"]["g"]
    values = dict(edition_values(changed))

    assert (values["Limit of rounds"], "Grass counters" in values) == ("none (assumed)", False)
    assert "Grass counters" not in ELEMENTAL_PAGES.edition_body(changed)


def test_refusal_that_is_about_no_field_stands_above_the_form() -> None:
    form = filled_in()
    assert form.is_valid()

    status = form.put(DomainError("edition_unplayable", "It can’t be played.", fields={"data": "Too large."}))

    assert (status, form.non_field_errors()) == (409, ["It can’t be played. Too large."])
