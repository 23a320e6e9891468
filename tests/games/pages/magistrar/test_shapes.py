"""Shape errors in sentences that a player can act on."""

from __future__ import annotations

import json

import msgspec
import pytest

from games.engine.systems.magistrar.system import MAGISTRAR
from games.pages.magistrar.reports import sentence_of

GOOD = {"tokens": {"white": "LDSDLD", "black": "DDLLDL"}, "pawns": {"white": "MW-SMW", "black": "SMWWSM"}}


def sentence(document: object) -> str:
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    report = msgspec.to_builtins(MAGISTRAR.check(body))
    return sentence_of("magistrar", report["violations"][0])


def record(**changed: object) -> dict[str, object]:
    return {"format": "magistrar-record/1", "starter": "white", "duels": [], **changed}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (b"Anna won", "Line 1, column 1: this can’t be read. A game is written in the text notation or as JSON."),
        (b"\xff", "This can’t be read: a game is written in the text notation or as JSON, in UTF-8."),
        (b"[" * 5000, "It is nested too deeply to be a game."),
        ([], "The document as a whole: a group in braces is needed here, not a list in square brackets."),
        ({"format": "magistrar-record/1", "duels": []}, "The document as a whole: “starter” is missing."),
        (record(winner="white"), "The document as a whole: there is no “winner” in a game’s document."),
        (record(format="chess/1"), "Format: “chess/1” isn’t one of the words that can stand here."),
        (record(starter="green"), "Who starts: “green” isn’t one of the words that can stand here."),
        (record(duels=[{}] * 6), None),
        (
            record(duels=[{**GOOD, "tokens": {"white": "LDSDL", "black": "DDLLDL"}}]),
            "Duel 1, tokens, White: six letters are needed, each one of L, D, S, G.",
        ),
        (
            record(duels=[GOOD, {**GOOD, "moves": {"white": 1}}]),
            "Duel 2, moves of super energies, White: a text in quotation marks is needed here, not a whole number.",
        ),
        (
            {"format": "magistrar-sheet/1", "starter": "white", "duels": [{"white": {"light": -1}, "black": {}}]},
            "Duel 1, White, light: a number below 0 can’t stand here.",
        ),
    ],
)
def test_shape_is_told_in_a_sentence(document: object, expected: str | None) -> None:
    said = sentence(document)
    assert expected is None or said == expected
    assert "$" not in said
    assert "`" not in said


@pytest.mark.parametrize("digits", [30, 3000, 5000])
def test_endless_numbers_are_cut_in_sentences(digits: int) -> None:
    honoris = '{"white": ' + "9" * digits + ', "black": 1}'
    body = '{"format": "magistrar-score/1", "honoris": ' + honoris + ', "markers": {"white": 1, "black": 1}}'
    report = MAGISTRAR.check(body)
    assert not report.legal
    assert all(len(found.message) < 300 for found in report.violations)
    assert all(len(sentence_of("magistrar", msgspec.to_builtins(found))) < 300 for found in report.violations)
