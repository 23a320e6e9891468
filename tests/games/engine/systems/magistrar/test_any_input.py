"""No input of any kind raises: every one gets a report."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.report import encode_report
from games.engine.systems.magistrar.derive import score_of, sheet_of
from games.engine.systems.magistrar.documents import Document, encode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.system import MAGISTRAR
from tests.extent import examples

MEMBERS = {
    "system",
    "format",
    "edition",
    "engine",
    "legal",
    "complete",
    "winner",
    "honoris",
    "markers",
    "level",
    "claim",
    "duels",
    "violations",
    "assumed",
}
WORDS = st.sampled_from(
    [
        "format",
        "edition",
        "starter",
        "variants",
        "duels",
        "claim",
        "meta",
        "mages",
        "duel_cards",
        "golden",
        "white",
        "black",
        "tokens",
        "pawns",
        "order",
        "moves",
        "spells",
        "by",
        "spell",
        "position",
        "direction",
        "honoris",
        "markers",
        "light",
        "dark",
        "super",
        "magistrar-record/1",
        "magistrar-sheet/1",
        "magistrar-score/1",
        "spiel-das-2021",
        "wotan",
        "bahar",
        "aurora",
        "silas",
        "clash",
        "storm",
        "LLLLLL",
        "MMMMMM",
        "WWWWWW",
        "surge",
        "triumph",
        "exchange_tokens",
        "L",
        "D",
        ".",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS
JSON_VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(WORDS | st.text(), inner, max_size=6),
    max_leaves=40,
)


def is_reported(data: bytes | str) -> dict[str, Any]:
    encoded = MAGISTRAR.check_encoded(data)
    report: dict[str, Any] = json.loads(encoded)
    assert set(report) == MEMBERS
    assert report["legal"] == (not report["violations"])
    assert encoded == encode_report(MAGISTRAR.check(data))
    return report


@given(st.binary() | st.text())
def test_check_of_arbitrary_bytes_or_text_reports_schema(data: bytes | str) -> None:
    assert is_reported(data)["violations"][0]["code"] == "schema"


@given(JSON_VALUES)
@examples(300)
def test_check_of_arbitrary_json_gets_a_report(value: Any) -> None:
    report = is_reported(json.dumps(value))
    assert report["edition"] is None or isinstance(report["edition"], str)
    encode_report(MAGISTRAR.check_document(value))


@given(JSON_VALUES)
def test_check_document_of_arbitrary_values_gets_a_report(value: Any) -> None:
    assert MAGISTRAR.check_document(value).system == "magistrar"


@given(st.integers(0, 2**64), st.data())
@examples(400)
def test_check_of_a_document_with_any_part_replaced_gets_a_report(seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng))
    document: Document = rng.choice((record, sheet_of(record), score_of(record)))
    value = json.loads(encode_document(document))
    parts = list(parts_of(value))
    holder, key = data.draw(st.sampled_from(parts))
    action = data.draw(st.sampled_from(("replace", "remove", "add")))
    if action == "replace":
        holder[key] = data.draw(JSON_VALUES)
    elif action == "remove":
        del holder[key]
    elif isinstance(holder, dict):
        holder[data.draw(WORDS | st.text())] = data.draw(JSON_VALUES)
    else:
        holder.append(data.draw(JSON_VALUES))
    is_reported(json.dumps(value))


def parts_of(value: Any) -> Any:
    """Every (holder, key) of a decoded document."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from parts_of(value[key])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[" * 200_000,
        b'{"format":' * 100_000,
        b'{"format":"magistrar-record/1","starter":"white","duels":[],"meta":{"a":' + b"[" * 200_000,
        b'{"format":"magistrar-record/1","starter":"white","duels":[],"meta":{"a":'
        + b"[" * 99_999
        + b"]" * 99_999
        + b"}}",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        '{"format": "\ud800"}',
    ],
    ids=["nothing", "deep", "deep objects", "deep meta", "deep meta closed", "mark", "utf-16", "half a pair"],
)
def test_check_of_hostile_input_reports_schema(data: bytes | str) -> None:
    assert is_reported(data)["violations"][0]["code"] == "schema"
