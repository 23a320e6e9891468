"""The sheet of Magia Cum Laude as a form: what it hands in, and what it says at which field."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django.utils import translation

from games.engine.systems.cum_laude.edition import DEFAULT_EDITION, SHIPPED_EDITIONS
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.core.answers import EntryPage, HandIn, Outcome, Sent
from games.pages.registry import game_pages
from tests.games.pages.cum_laude.forms import NAMES, answered, context

EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
# The rulebook's example: Andrea has 13 points.
ANDREA = {"mission_1": "red-black", "order_1": "320", "white_1": 2, "blue_1": 1, "red_1": 2, "finished_1": "on"}
BENNY = {"mission_2": "yellow-green", "order_2": "122", "fulfilled_2": "on"}
CAROLYN = {"mission_3": "blue-brown", "order_3": "500"}
SHEET: dict[str, Any] = {"complete_spells": ["red", "black", "yellow"], **ANDREA, **BENNY, **CAROLYN}


def errors(fields: dict[str, Any]) -> dict[str, str]:
    """What the form says at which field after the engine refused it."""
    answer = answered("sheet", fields)
    if isinstance(answer, HandIn):
        players = json.loads(answer.body)["players"]
        answer = answer.again(context(players), Outcome(report=json.loads(CUM_LAUDE.check_encoded(answer.body))))
        assert answer.report is None
    assert isinstance(answer, EntryPage)
    assert answer.form is not None
    assert answer.status == 422
    return {name: " ".join(map(str, said)) for name, said in answer.form.errors.items()}


def test_sheet_is_what_the_engine_counts() -> None:
    answer = answered("sheet", SHEET)

    assert isinstance(answer, HandIn)
    report = CUM_LAUDE.check(answer.body)
    assert report.vp is not None
    assert {seat: points.total for seat, points in report.vp.items()} == {"1": 13, "2": 13, "3": 0}
    assert (report.finishers, report.placings) == (("1",), {"1": 2, "2": 1, "3": 3})


def test_stock_of_an_uncovered_order_need_not_be_typed() -> None:
    answer = answered("sheet", SHEET)

    assert isinstance(answer, HandIn)
    assert json.loads(answer.body)["masters"]["2"]["stock"] == {"white": 1, "blue": 2, "red": 2}


def test_without_finishers_the_pile_was_used_up() -> None:
    answer = answered("sheet", {name: value for name, value in SHEET.items() if name != "finished_1"})

    assert isinstance(answer, HandIn)
    assert CUM_LAUDE.check(answer.body).ended == "pile"


def test_two_players_have_the_extra_order() -> None:
    fields = {**ANDREA, **BENNY, "complete_spells": ["red", "black", "blue"], "extra": "401"}
    answer = answered("sheet", fields)

    assert isinstance(answer, HandIn)
    report = CUM_LAUDE.check(answer.body)
    assert report.missions is not None
    assert (report.legal, report.missions["1"]) == (True, ("red", "black", "blue"))


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"mission_3": "yellow-green"}, "mission_3", "Player Cleo has the mission Yellow – Green of another player."),
        ({"order_3": "320"}, "order_3", "Player Cleo has the order 3 white, 2 blue of another player."),
        (
            {"red_2": 1},
            "fulfilled_2",
            "Player Bo has fulfilled the order 1 white, 2 blue, 2 red, so the stock must be exactly that order.",
        ),
        ({"finished_3": "on"}, "finished_3", "Player Cleo finished, but a spell of the mission isn’t complete."),
        (
            {"white_1": 20, "white_3": 2},
            "__all__",
            "The stocks hold 23 crystals of the colour white; there are 21.",
        ),
        ({"mission_2": ""}, "mission_2", "Choose the mission."),
        ({"order_2": "555"}, "order_2", "“555” can’t be chosen any more. Choose one of those shown."),
        ({"white_3": -1}, "white_3", "At least 0."),
    ],
)
def test_what_is_impossible_is_said_at_its_field(changed: dict[str, Any], field: str, said: str) -> None:
    assert errors({**SHEET, **changed}) == {field: said}


def test_who_could_have_finished_must_have_shared_it() -> None:
    both = {**SHEET, "complete_spells": ["red", "black", "yellow", "green"], "mission_3": "red-brown"}

    assert errors({**both, "mission_2": "red-green", "mission_3": "yellow-black"}) == {
        "finished_1": "Player Ada finished, so another player with complete spells must have shared that."
    }


def test_extra_order_is_nobody_s_own() -> None:
    fields = {**ANDREA, **BENNY, "complete_spells": ["red", "black", "blue", "yellow", "brown"], "extra": "122"}

    assert errors(fields) == {"extra": "The extra order 1 white, 2 blue, 2 red is a player’s order too."}


def test_place_of_a_field_is_named_with_its_player() -> None:
    answer = answered("sheet", {**SHEET, "mission_2": ""})

    assert isinstance(answer, EntryPage)
    form: Any = answer.form
    assert form.place_of("mission_2") == "Bo: Mission"
    assert form.place_of("complete_spells") == "Which spells are complete?"


def test_apprentices_have_the_signs_of_the_tower() -> None:
    answer = answered("sheet", {}, players=3)
    assert isinstance(answer, EntryPage)
    page = str(answer.body)
    drawn = set(re.findall(r'<g id="figure-(\w+)">', page))
    used = set(re.findall(r'href="#figure-(\w+)"', page))
    assert used == {"red", "black", "yellow", "green", "blue", "brown"}
    assert used <= drawn


def test_look_hands_nothing_in() -> None:
    answer = answered("sheet", {**SHEET, "check": "1"})

    assert isinstance(answer, EntryPage)
    assert answer.report is not None
    assert answer.report["legal"]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_form_has_fields_for_each_player_in_every_language(players: int, language: str) -> None:
    with translation.override(language):
        page = game_pages("cum-laude").entries["sheet"].answer(context(players), Sent("GET", {}, None))  # type: ignore[arg-type]

    assert isinstance(page, EntryPage)
    assert [f">{name}<" in page.body for name in NAMES] == [seat < players for seat in range(6)]
    assert page.body.count('type="radio"') == players * 29 + (20 if players == 2 else 0)
    assert ('name="extra"' in page.body) == (players == 2)


def test_random_sheets_come_through_the_form_as_they_are() -> None:
    rng = random.Random(5)
    for players in (2, 3, 4, 5, 6):
        game = CUM_LAUDE.random_game(rng, players=players, starter=None, edition=EDITION, variants={})
        sheet = json.loads(CUM_LAUDE.encode(CUM_LAUDE.at_grade(game, "sheet", EDITION)))
        fields: dict[str, Any] = {"complete_spells": sheet["complete_spells"], "extra": sheet.get("extra", "")}
        for seat, master in sheet["masters"].items():
            fields |= {f"mission_{seat}": master["mission"], f"order_{seat}": master["order"]}
            fields |= {f"{crystal}_{seat}": number for crystal, number in master.get("stock", {}).items()}
            fields |= {f"fulfilled_{seat}": "on"} if master.get("fulfilled") else {}
            fields |= {f"finished_{seat}": "on"} if seat in sheet.get("finishers", []) else {}
        answer = answered("sheet", fields)
        assert isinstance(answer, HandIn)
        handed_in = CUM_LAUDE.parse(answer.body)
        assert handed_in is not None
        assert CUM_LAUDE.first_difference(handed_in, game) is None


def test_what_a_sheet_proves_is_said_in_the_game_s_words() -> None:
    pages = game_pages("cum-laude")

    assert "can lie like that" in pages.evidence_in_words("sheet", "played", 0)
    assert "can lie like that" not in pages.evidence_in_words("score", "played", 0)
    assert "not played" in pages.evidence_in_words("sheet", "forfeit", 0)
