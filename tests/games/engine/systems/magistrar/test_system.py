"""Magistrar as a game system: set-ups that are refused, typed documents, templates."""

import json
from typing import Any

import pytest

from games.engine.systems.magistrar.documents import Record, RecordDuel, SideRows
from games.engine.systems.magistrar.system import MAGISTRAR

CARDS = ["clash", "storm", "truce", "eclipse"]
DUEL = {"tokens": {"white": "LLLLLL", "black": "DDDDDD"}, "pawns": {"white": "MMMMMM", "black": "WWWWWW"}}


def refused(variants: dict[str, Any], duels: int = 0) -> list[str | int]:
    """Why a set-up is refused: the reasons."""
    record = {"format": "magistrar-record/1", "starter": "white", "duels": [DUEL] * duels, "variants": variants}
    report = MAGISTRAR.check(json.dumps(record))
    assert all(found.code == "schema" for found in report.violations)
    return [found.params["reason"] for found in report.violations]


@pytest.mark.parametrize(
    "variants, duels, reasons",
    [
        ({"mages": {"white": "wotan", "black": "bahar"}}, 0, []),
        ({"mages": {"white": "wotan", "black": "merlin"}}, 0, ["mage"]),
        ({"mages": {"white": "silas", "black": "silas"}}, 0, ["same_mage"]),
        ({"mages": {"white": "merlin", "black": "merlin"}}, 0, ["mage", "mage", "same_mage"]),
        ({"duel_cards": []}, 0, []),
        ({"duel_cards": CARDS}, 0, []),
        ({"duel_cards": []}, 1, ["cards_number"]),
        ({"duel_cards": CARDS[:3]}, 4, ["cards_number"]),
        ({"duel_cards": [*CARDS, "triumph"]}, 0, ["cards_number"]),
        ({"duel_cards": ["clash", "clash"]}, 0, ["card_repeated"]),
        ({"duel_cards": ["clash", "Clash"]}, 0, ["card"]),
        ({"golden": {"white": 4, "black": 0}}, 0, []),
        ({"golden": {"white": 2, "black": 3}}, 0, ["golden_number"]),
    ],
)
def test_set_up_is_refused_for_its_reasons(variants: dict[str, Any], duels: int, reasons: list[str]) -> None:
    assert refused(variants, duels) == reasons


def test_unknown_edition_is_echoed() -> None:
    report = MAGISTRAR.check('{"format":"magistrar-record/1","starter":"white","duels":[],"edition":"other"}')
    assert (report.legal, report.edition, report.complete) == (False, "other", False)


def test_edition_that_was_left_out_of_a_refused_document_is_null() -> None:
    text = '{"format":"magistrar-record/1","starter":"white","duels":[],"variants":{"duel_cards":["x"]}%s}'
    assert MAGISTRAR.check(text % "").edition is None
    assert MAGISTRAR.check(text % ',"edition":"spiel-das-2021"').edition == "spiel-das-2021"


def test_check_document_of_a_typed_record_with_wrong_letters_reports_schema() -> None:
    duel = RecordDuel(tokens=SideRows("LLLLLX", "DDDDDD"), pawns=SideRows("MMMMMM", "WWWWWW"))
    report = MAGISTRAR.check_document(Record(starter="white", duels=(duel,)))
    assert [found.code for found in report.violations] == ["schema"]


def test_message_template_of_a_violation_is_filled_by_its_parameters() -> None:
    record = {"format": "magistrar-record/1", "starter": "white", "duels": [{**DUEL, "order": []}]}
    (violation,) = MAGISTRAR.judged(MAGISTRAR.check(json.dumps(record))).violations
    assert violation.template == "Duel %(duel)s isn’t played encounter by encounter: it has no order."
    assert violation.message == "Duel 1 isn’t played encounter by encounter: it has no order."


def test_assumed_values_in_play_are_named_in_order() -> None:
    record = {
        "format": "magistrar-record/1",
        "starter": "white",
        "duels": [DUEL],
        "variants": {"mages": {"white": "wotan", "black": "bahar"}, "duel_cards": ["storm", "clash"]},
    }
    assert MAGISTRAR.check(json.dumps(record)).assumed == ("cards.storm", "mages.bahar", "mages.wotan", "track")
    still = {**record, "variants": {"duel_cards": ["stillness"]}}
    assert MAGISTRAR.check(json.dumps(still)).assumed == ("cards.stillness",)
    assert MAGISTRAR.check(json.dumps({**record, "duels": [DUEL, DUEL]})).assumed == (
        "cards.clash",
        "cards.storm",
        "mages.bahar",
        "mages.wotan",
    )


def test_check_text_takes_json_and_the_notation() -> None:
    notation = '[Format "magistrar-record/1"]\n[Starter "white"]\n1. LLLLLL/DDDDDD MMMMMM/WWWWWW\n'
    record = {"format": "magistrar-record/1", "starter": "white", "duels": [DUEL]}
    expected = MAGISTRAR.check_document(record)
    assert MAGISTRAR.check_text(notation) == MAGISTRAR.check_text("\ufeff" + json.dumps(record)) == expected
    assert [MAGISTRAR.is_notation(text) for text in (notation, json.dumps(record), "")] == [True, False, False]


def test_check_text_of_wrong_notation_names_line_and_column() -> None:
    (violation,) = MAGISTRAR.check_text('[Format "magistrar-record/1"]\n[Starter "green"]\n').violations
    assert (violation.code, violation.params["reason"], violation.params["line"]) == ("schema", "notation", 2)
    assert violation.message.startswith("Line 2, column ")
