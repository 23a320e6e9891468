"""Reading documents: strict, and saying what is wrong."""

import json
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    Record,
    RecordDuel,
    Score,
    ShapeError,
    Sheet,
    SideCounts,
    SideHaul,
    SideInts,
    SideMoves,
    SideRows,
    Surge,
    Triumph,
    Variants,
    decode_document,
    document_from_builtins,
    encode_document,
)

DUEL = {"tokens": {"white": "LLLLLL", "black": "DDDDDD"}, "pawns": {"white": "MMMMMM", "black": "WWWWWW"}}
RECORD = {"format": "magistrar-record/1", "starter": "white", "duels": [DUEL]}
SHEET = {"format": "magistrar-sheet/1", "starter": "white", "duels": [{"white": {}, "black": {}}]}
SCORE = {"format": "magistrar-score/1", "honoris": {"white": 8, "black": -5}, "markers": {"white": 1, "black": 0}}


def test_decode_document_of_a_minimal_record_fills_in_what_is_left_out() -> None:
    assert decode_document(json.dumps(RECORD)) == Record(
        starter="white",
        duels=(
            RecordDuel(
                tokens=SideRows("LLLLLL", "DDDDDD"),
                pawns=SideRows("MMMMMM", "WWWWWW"),
                order=UNSET,
                moves=SideMoves("", ""),
                spells=(),
            ),
        ),
        edition=DEFAULT_EDITION,
        variants=Variants(UNSET, UNSET, UNSET),
        claim=UNSET,
        meta=UNSET,
    )


def test_decode_document_of_a_minimal_sheet_fills_in_what_is_left_out() -> None:
    document = decode_document(json.dumps(SHEET))
    assert isinstance(document, Sheet)
    assert document.duels[0].white == SideHaul(light=0, dark=0, super="", golden="")


def test_decode_document_of_a_minimal_score_fills_in_what_is_left_out() -> None:
    assert decode_document(json.dumps(SCORE)) == Score(
        honoris=SideInts(8, -5), markers=SideCounts(1, 0), edition=DEFAULT_EDITION, starter=UNSET
    )


@pytest.mark.parametrize("document", [RECORD, SHEET, SCORE], ids=["record", "sheet", "score"])
def test_encode_document_is_read_back_as_it_was(document: dict[str, Any]) -> None:
    read = decode_document(json.dumps({**document, "meta": {"table": 3, "by": ["ä", None, 1.5]}}))
    assert decode_document(encode_document(read)) == read


def with_duel(**members: Any) -> dict[str, Any]:
    return {**RECORD, "duels": [{**DUEL, **members}]}


SURGE = {"by": "white", "spell": "surge", "direction": "L"}
PLACED = {"by": "white", "spell": "strengthen_pawn", "position": 1}

WRONG: dict[str, dict[str, Any]] = {
    "no format": {"starter": "white", "duels": []},
    "other version": {**RECORD, "format": "magistrar-record/2"},
    "format no string": {**RECORD, "format": 1},
    "no starter": {"format": "magistrar-record/1", "duels": []},
    "starter null": {**RECORD, "starter": None},
    "starter unknown": {**RECORD, "starter": "White"},
    "no duels": {"format": "magistrar-record/1", "starter": "white"},
    "six duels": {**RECORD, "duels": [DUEL] * 6},
    "duels an object": {**RECORD, "duels": {}},
    "unknown field": {**RECORD, "extra": 1},
    "edition null": {**RECORD, "edition": None},
    "edition number": {**RECORD, "edition": 1},
    "variants null": {**RECORD, "variants": None},
    "variants unknown": {**RECORD, "variants": {"dragons": True}},
    "mages one side": {**RECORD, "variants": {"mages": {"white": "wotan"}}},
    "mages null": {**RECORD, "variants": {"mages": None}},
    "cards null": {**RECORD, "variants": {"duel_cards": None}},
    "cards a string": {**RECORD, "variants": {"duel_cards": "clash"}},
    "golden one side": {**RECORD, "variants": {"golden": {"white": 1}}},
    "golden true": {**RECORD, "variants": {"golden": {"white": True, "black": 0}}},
    "golden 1.0": {**RECORD, "variants": {"golden": {"white": 1.0, "black": 0}}},
    "golden below 0": {**RECORD, "variants": {"golden": {"white": -1, "black": 0}}},
    "claim one side": {**RECORD, "claim": {"white": 3}},
    "claim null": {**RECORD, "claim": None},
    "claim a fraction": {**RECORD, "claim": {"white": 3.5, "black": 1}},
    "claim a string": {**RECORD, "claim": {"white": "3", "black": 1}},
    "meta a list": {**RECORD, "meta": []},
    "meta null": {**RECORD, "meta": None},
    "tokens five": with_duel(tokens={"white": "LLLLL", "black": "DDDDDD"}),
    "tokens seven": with_duel(tokens={"white": "LLLLLLL", "black": "DDDDDD"}),
    "tokens unknown letter": with_duel(tokens={"white": "LLLLLX", "black": "DDDDDD"}),
    "tokens lower case": with_duel(tokens={"white": "llllll", "black": "DDDDDD"}),
    "tokens line break": with_duel(tokens={"white": "LLLLLL\n", "black": "DDDDDD"}),
    "tokens one side": with_duel(tokens={"white": "LLLLLL"}),
    "tokens null": with_duel(tokens=None),
    "pawns unknown letter": with_duel(pawns={"white": "MMMMM.", "black": "WWWWWW"}),
    "pawns missing": {**RECORD, "duels": [{"tokens": DUEL["tokens"]}]},
    "duel unknown field": with_duel(winner="white"),
    "order null": with_duel(order=None),
    "order 1.0": with_duel(order=[1.0]),
    "order true": with_duel(order=[True]),
    "moves null": with_duel(moves=None),
    "moves unknown letter": with_duel(moves={"white": "X"}),
    "moves letter behind": with_duel(moves={"black": "LDX"}),
    "moves side null": with_duel(moves={"white": None}),
    "moves unknown side": with_duel(moves={"green": ""}),
    "spells null": with_duel(spells=None),
    "spell unknown": with_duel(spells=[{**SURGE, "spell": "equilibrium"}]),
    "spell unnamed": with_duel(spells=[{"by": "white", "direction": "L"}]),
    "spell by nobody": with_duel(spells=[{"spell": "surge", "direction": "L"}]),
    "surge waived": with_duel(spells=[{**SURGE, "direction": "."}]),
    "surge placed": with_duel(spells=[{**SURGE, "position": 1}]),
    "strengthening aimed": with_duel(spells=[{**PLACED, "direction": "L"}]),
    "strengthening unplaced": with_duel(spells=[{"by": "white", "spell": "strengthen_pawn"}]),
    "position true": with_duel(spells=[{**PLACED, "position": True}]),
    "haul unknown field": {**SHEET, "duels": [{"white": {"won": 1}, "black": {}}]},
    "haul below 0": {**SHEET, "duels": [{"white": {"light": -1}, "black": {}}]},
    "haul null": {**SHEET, "duels": [{"white": {"light": None}, "black": {}}]},
    "haul letters": {**SHEET, "duels": [{"white": {"super": "LX"}, "black": {}}]},
    "haul letters and line break": {**SHEET, "duels": [{"white": {"super": "L\n"}, "black": {}}]},
    "haul one side": {**SHEET, "duels": [{"white": {}}]},
    "score with claim": {**SCORE, "claim": {"white": 8, "black": -5}},
    "score one side": {**SCORE, "honoris": {"white": 8}},
    "markers below 0": {**SCORE, "markers": {"white": -1, "black": 0}},
    "score starter null": {**SCORE, "starter": None},
}


@pytest.mark.parametrize("document", WRONG.values(), ids=WRONG.keys())
def test_decode_document_of_a_wrong_shape_is_refused_from_text_and_from_values(document: dict[str, Any]) -> None:
    with pytest.raises(ShapeError) as from_text:
        decode_document(json.dumps(document))
    with pytest.raises(ShapeError) as from_value:
        document_from_builtins(document)
    assert from_text.value.detail == from_value.value.detail
    assert from_text.value.detail


RIGHT: dict[str, dict[str, Any]] = {
    "no duels yet": {**RECORD, "duels": []},
    "empty variants": {**RECORD, "variants": {}},
    "moves of one side": with_duel(moves={"white": "LD."}),
    "many moves": with_duel(moves={"white": "LD.LD.LD."}),
    "empty order": with_duel(order=[]),
    "order beyond the board": with_duel(order=[-3, 99]),
    "triumph waived": with_duel(spells=[{"by": "black", "spell": "triumph", "direction": "."}]),
    "any meta": {**RECORD, "meta": {"a": {"b": [1, None, {"c": "d"}]}}},
    "negative claim": {**RECORD, "claim": {"white": -5, "black": 10**30}},
}


@pytest.mark.parametrize("document", RIGHT.values(), ids=RIGHT.keys())
def test_decode_document_of_a_right_shape_is_taken(document: dict[str, Any]) -> None:
    assert decode_document(json.dumps(document)) == document_from_builtins(document)


@pytest.mark.parametrize(
    "text, expected",
    [
        ('{"format":"magistrar-record/1","starter":"black","duels":[],"starter":"white"}', "white"),
        ('{"format":"magistrar-record/1","starter":7,"duels":[],"starter":"white"}', "white"),
        ('{"format":"magistrar-sheet/1","format":"magistrar-record/1","starter":"white","duels":[]}', "white"),
        ('{"format":"magistrar-record/1","starter":"white","duels":[],"variants":{"x":1},"variants":{}}', "white"),
    ],
    ids=["both right", "first wrong", "format", "first unknown"],
)
def test_decode_document_of_a_repeated_key_takes_the_last(text: str, expected: str) -> None:
    assert decode_document(text) == Record(starter="white", duels=())


def test_decode_document_of_a_repeated_key_refuses_a_wrong_last() -> None:
    with pytest.raises(ShapeError):
        decode_document('{"format":"magistrar-record/1","starter":"white","duels":[],"starter":7}')


@pytest.mark.parametrize(
    "value", ["1e999", '"\\ud800"', "9" * 6000, "-" + "9" * 6000, "[" * 300 + "]" * 300, "1.5e-7"], ids=lambda v: v[:6]
)
def test_decode_document_keeps_any_json_in_meta(value: str) -> None:
    document = decode_document(f'{{"format":"magistrar-record/1","starter":"white","duels":[],"meta":{{"a":{value}}}}}')
    assert isinstance(document, Record)
    assert isinstance(document.meta, dict)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "01", "1.", "'a'", "[1,]", '"\t"', "+1", "nul"])
def test_decode_document_refuses_what_is_no_json_in_meta(value: str) -> None:
    with pytest.raises(ShapeError):
        decode_document(f'{{"format":"magistrar-record/1","starter":"white","duels":[],"meta":{{"a":{value}}}}}')


@pytest.mark.parametrize(
    "sent, format, edition",
    [
        ({"format": "x", "edition": "y"}, "x", "y"),
        ({"format": 1, "edition": None}, None, None),
        ({**with_duel(tokens={"white": "X", "black": "DDDDDD"}), "edition": "y"}, "magistrar-record/1", "y"),
        (with_duel(tokens={"white": "X", "black": "DDDDDD"}), "magistrar-record/1", None),
        ([], None, None),
    ],
)
def test_shape_error_echoes_format_and_edition_where_they_are_strings(
    sent: Any, format: str | None, edition: str | None
) -> None:
    with pytest.raises(ShapeError) as refused:
        decode_document(json.dumps(sent))
    assert (refused.value.format, refused.value.edition) == (format, edition)


def test_spells_name_themselves_in_json() -> None:
    assert msgspec.json.encode(Surge("white", "L")) == b'{"spell":"surge","by":"white","direction":"L"}'
    assert msgspec.json.decode(b'{"direction":".","by":"black","spell":"triumph"}', type=Surge | Triumph) == Triumph(
        "black", "."
    )
