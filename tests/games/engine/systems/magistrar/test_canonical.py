"""One form and one digest for documents that say the same."""

import json
import random

import pytest

from games.engine.systems.magistrar.canonical import canonical_bytes, canonical_document, game_digest
from games.engine.systems.magistrar.documents import decode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants

DUEL = {
    "tokens": {"white": "LLLLLL", "black": "DDDDDD"},
    "pawns": {"white": "SSSSSM", "black": "WWWWWW"},
}
RECORD = {"format": "magistrar-record/1", "starter": "white", "duels": [DUEL]}
SHEET = {"format": "magistrar-sheet/1", "starter": "white", "duels": [{"white": {"light": 2}, "black": {}}]}
SCORE = {"format": "magistrar-score/1", "honoris": {"white": 24, "black": 10}, "markers": {"white": 2, "black": 1}}
SURGE = {"by": "white", "spell": "surge", "direction": "L"}
STRENGTHEN = {"by": "white", "spell": "strengthen_pawn", "position": 2}
EXCHANGE = {"by": "black", "spell": "exchange_tokens", "position": 1}


def canonical(value: object) -> bytes:
    return canonical_bytes(decode_document(json.dumps(value)))


def with_duel(document: dict[str, object], **members: object) -> dict[str, object]:
    (duel,) = document["duels"]
    return {**document, "duels": [{**duel, **members}]}


def test_canonical_bytes_of_a_record_are_its_json_without_blanks_and_defaults():
    assert canonical(RECORD) == (
        b'{"format":"magistrar-record/1","starter":"white","duels":['
        b'{"tokens":{"white":"LLLLLL","black":"DDDDDD"},"pawns":{"white":"SSSSSM","black":"WWWWWW"}}]}'
    )


@pytest.mark.parametrize(
    "same",
    [
        {**RECORD, "claim": {"white": 1, "black": 2}, "meta": {"by": "Anna"}},
        {**RECORD, "edition": "spiel-das-2021"},
        {**RECORD, "variants": {}},
        {**RECORD, "variants": {"golden": {"white": 0, "black": 0}}},
        with_duel(RECORD, moves={}),
        with_duel(RECORD, moves={"white": "", "black": ""}, spells=[]),
        dict(reversed(RECORD.items())),
    ],
)
def test_canonical_bytes_of_records_that_say_the_same_are_equal(same):
    assert canonical(same) == canonical(RECORD)


@pytest.mark.parametrize(
    "other",
    [
        {**RECORD, "edition": "another"},
        {**RECORD, "starter": "black"},
        {**RECORD, "variants": {"golden": {"white": 1, "black": 0}}},
        {**RECORD, "variants": {"mages": {"white": "wotan", "black": "bahar"}}},
        {**RECORD, "variants": {"duel_cards": ["clash"]}},
        with_duel(RECORD, moves={"white": "L"}),
        with_duel(RECORD, order=[]),
        with_duel(RECORD, spells=[SURGE]),
    ],
)
def test_canonical_bytes_of_records_that_say_something_else_differ(other):
    assert canonical(other) != canonical(RECORD)


def test_canonical_bytes_keep_no_order_of_spells():
    forth = with_duel(RECORD, spells=[EXCHANGE, STRENGTHEN, {**STRENGTHEN, "position": 1}, SURGE])
    back = with_duel(RECORD, spells=[SURGE, {**STRENGTHEN, "position": 1}, STRENGTHEN, EXCHANGE])
    assert canonical(forth) == canonical(back)


def test_canonical_bytes_tell_a_surge_to_light_from_one_to_dark():
    assert canonical(with_duel(RECORD, spells=[SURGE])) != canonical(
        with_duel(RECORD, spells=[{**SURGE, "direction": "D"}])
    )


@pytest.mark.parametrize(
    "same",
    [
        with_duel(SHEET, white={"light": 2, "dark": 0, "super": "", "golden": ""}),
        with_duel(SHEET, spells=[EXCHANGE, STRENGTHEN, {**STRENGTHEN, "spell": "reinforcement"}]),
        {**SHEET, "claim": {"white": 1, "black": 2}, "meta": {}, "variants": {}},
    ],
)
def test_canonical_bytes_of_sheets_that_say_the_same_are_equal(same):
    assert canonical(same) == canonical(SHEET)
    assert canonical(SHEET) == (
        b'{"format":"magistrar-sheet/1","starter":"white","duels":[{"white":{"light":2},"black":{}}]}'
    )


def test_canonical_bytes_keep_no_order_of_a_sheets_directions():
    assert canonical(with_duel(SHEET, white={"super": "LD", "golden": "D.L"})) == canonical(
        with_duel(SHEET, white={"super": "DL", "golden": ".LD"})
    )


def test_canonical_bytes_keep_a_sheets_deciding_spells():
    assert b"surge" in canonical(with_duel(SHEET, spells=[SURGE, EXCHANGE]))
    assert b"exchange" not in canonical(with_duel(SHEET, spells=[SURGE, EXCHANGE]))


def test_canonical_bytes_of_a_score_leave_its_meta_out():
    assert canonical({**SCORE, "meta": {"table": 3}}) == canonical(SCORE)
    assert canonical({**SCORE, "starter": "white"}) != canonical(SCORE)


def test_canonical_document_is_its_own_canonical_document():
    for seed in range(100):
        rng = random.Random(seed)
        document = canonical_document(random_record(rng, variants=random_variants(rng)))
        assert canonical_document(document) == document
        assert decode_document(canonical_bytes(document)) == document


def test_game_digest_is_the_sha_256_of_the_canonical_bytes():
    assert game_digest(decode_document(json.dumps(SCORE))) == (
        "4f948711405986a1e043957b0a9312969e04f0c55c867e89893bcdc9a246d9a9"
    )
