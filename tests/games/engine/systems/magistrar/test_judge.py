"""The judge against the rules written down plainly, on random games of every variant and on single changes of them."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.report import encode_report
from games.engine.systems.magistrar.documents import NO_VARIANTS, encode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.system import MAGISTRAR
from tests.extent import examples
from tests.games.engine.systems.magistrar.changes import changed
from tests.games.engine.systems.magistrar.plain_judge import plain_report

COMPARED = ("legal", "complete", "winner", "honoris", "markers", "level", "claim", "duels")
PLACE = ("code", "rule", "duel", "side", "position")


def played(rng: random.Random, *, with_variants: bool = True) -> dict[str, Any]:
    """A random legal record, as decoded JSON."""
    variants = random_variants(rng) if with_variants else NO_VARIANTS
    record = random_record(rng, variants=variants, duels=rng.choice((5, 5, 5, 4, 3, 1)))
    decoded: dict[str, Any] = json.loads(encode_document(record))
    return decoded


def compared(report: dict[str, Any]) -> dict[str, Any]:
    """What of a report is compared: of the violations where the first stands."""
    first = [{key: found[key] for key in PLACE} for found in report["violations"][:1]]
    return {**{key: report[key] for key in COMPARED}, "violations": first}


@given(st.integers(0, 2**64), st.booleans())
@examples(300)
def test_check_of_a_random_game_finds_it_legal(seed: int, with_variants: bool) -> None:
    record = played(random.Random(seed), with_variants=with_variants)
    report = json.loads(MAGISTRAR.check_encoded(json.dumps(record)))
    assert report["legal"]
    assert compared(report) == compared(plain_report(record))


@given(st.integers(0, 2**64), st.booleans())
@examples(900)
def test_check_of_a_changed_game_finds_what_the_plain_rules_find(seed: int, with_variants: bool) -> None:
    rng = random.Random(seed)
    record = changed(rng, played(rng, with_variants=with_variants))
    report = json.loads(MAGISTRAR.check_encoded(json.dumps(record)))
    assert compared(report) == compared(plain_report(record))


@given(st.integers(0, 2**64), st.booleans(), st.booleans())
@examples(600)
def test_check_encoded_is_the_report_of_check_byte_by_byte(seed: int, with_variants: bool, change: bool) -> None:
    rng = random.Random(seed)
    record = played(rng, with_variants=with_variants)
    data = json.dumps(changed(rng, record) if change else record).encode()
    assert MAGISTRAR.check_encoded(data) == encode_report(MAGISTRAR.check(data))


@given(st.integers(0, 2**64), st.data())
@examples(150)
def test_check_of_fewer_duels_scores_the_same_prefix(seed: int, data: st.DataObject) -> None:
    record = played(random.Random(seed))
    number = data.draw(st.integers(0, len(record["duels"])))
    whole = json.loads(MAGISTRAR.check_encoded(json.dumps(record)))
    part = json.loads(MAGISTRAR.check_encoded(json.dumps({**record, "duels": record["duels"][:number]})))
    assert part["legal"]
    assert part["duels"] == whole["duels"][:number]


@pytest.mark.parametrize("seed", range(3))
def test_check_of_the_mirrored_base_game_mirrors_the_report(seed: int) -> None:
    record = played(random.Random(seed), with_variants=False)
    names = {"white": "black", "black": "white"}

    def mirror(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): mirror(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [mirror(inner) for inner in value]
        return names.get(value, value) if isinstance(value, str) else value

    report = json.loads(MAGISTRAR.check_encoded(json.dumps(record)))
    mirrored = json.loads(MAGISTRAR.check_encoded(json.dumps(mirror(record))))
    assert mirrored == mirror(report)
