"""What every game system in the registry must do. A system without golden files fails."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.game_system import EditionRefusedError, GameSystem
from games.engine.core.multiplayer import is_placing
from games.engine.core.report import encode_report
from games.engine.registry import GAME_SYSTEMS, game_system
from tests.toy_system import TOY

GOLDEN = Path(__file__).parent / "golden"
FORMAT = re.compile(r"[a-z][a-z0-9-]*/[1-9][0-9]*")
SYSTEMS: dict[str, GameSystem] = {**GAME_SYSTEMS, TOY.key: TOY}
systems = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS.keys())


def golden_rows(system: GameSystem) -> list[dict[str, Any]]:
    """Documents with the reports they must get."""
    files = sorted((GOLDEN / system.key).glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def test_game_system_of_an_unknown_key_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        game_system("chess")


def test_formats_belong_to_one_system_each() -> None:
    formats = [format for system in SYSTEMS.values() for format in system.formats]
    assert len(formats) == len(set(formats))
    assert all(FORMAT.fullmatch(format) for format in formats)


@pytest.mark.parametrize("system", [*GAME_SYSTEMS.values(), TOY], ids=[*GAME_SYSTEMS, TOY.key])
def test_system_is_registered_under_its_key(system: GameSystem, toy_system: GameSystem) -> None:
    assert game_system(system.key) is system
    assert system.name
    assert system.engine_version


@systems
def test_system_has_golden_files_of_every_format_legal_and_illegal(system: GameSystem) -> None:
    seen = {(row["report"]["format"], row["report"]["legal"]) for row in golden_rows(system)}
    assert seen >= {(format, legal) for format in system.formats for legal in (True, False)}


@systems
def test_golden_documents_get_their_reports(system: GameSystem) -> None:
    rows = golden_rows(system)
    changed = [
        number
        for number, row in enumerate(rows, 1)
        if json.loads(system.check_encoded(json.dumps(row["document"]))) != row["report"]
    ]
    assert (changed, bool(rows)) == ([], True)


@systems
def test_every_way_to_ask_gives_the_same_report(system: GameSystem) -> None:
    for row in golden_rows(system):
        text = json.dumps(row["document"])
        encoded = system.check_encoded(text)
        assert encoded == system.check_encoded(text.encode())
        assert encoded == encode_report(system.check(text))
        assert encoded == encode_report(system.check_document(row["document"]))
        typed = system.parse(text)
        if typed is not None and system.check(text).legal:
            assert encoded == encode_report(system.check_document(typed))


@systems
def test_steps_of_golden_documents_go_from_the_start_through_the_parts(system: GameSystem) -> None:
    told = 0
    for row in golden_rows(system):
        document, report = system.parse(json.dumps(row["document"])), system.check(json.dumps(row["document"]))
        steps = system.replay(document) if document is not None else ()
        assert report.legal or len(steps) == 0
        if steps:
            told += 1
            parts = [step.part for step in steps]
            assert (parts[0], parts) == (0, sorted(parts))
            assert set(parts) == {0, *(part.number for part in system.judged(report).parts)}
    assert told


@systems
def test_report_names_system_engine_and_format(system: GameSystem) -> None:
    for row in golden_rows(system):
        report = row["report"]
        sent = row["document"].get("format") if isinstance(row["document"], dict) else None
        assert (report["system"], report["engine"], report["format"]) == (system.key, system.engine_version, sent)


@systems
def test_illegal_reports_say_why_and_place_nobody(system: GameSystem) -> None:
    for row in golden_rows(system):
        judged = system.judged(system.check(json.dumps(row["document"])))
        assert judged.legal == (not judged.violations)
        if not judged.complete:
            assert (judged.places, judged.winner, judged.claim if not judged.legal else None) == ((), None, None)


@systems
def test_verdicts_speak_of_declared_seats_and_numbers(system: GameSystem) -> None:
    specs = {spec.key: spec for spec in system.numbers}
    assert len(system.seat_names) == max(system.players)
    for row in golden_rows(system):
        judged = system.judged(system.check(json.dumps(row["document"])))
        assert judged.numbers.keys() == specs.keys()
        assert judged.players in (None, *system.players)
        for key, values in judged.numbers.items():
            spec = specs[key]
            known = [value for value in values if value is not None]
            assert len(values) == (judged.players or 0)
            assert all((spec.least is None or spec.least <= value) for value in known)
            assert all((spec.most is None or value <= spec.most) for value in known)
        if judged.complete:
            assert len(judged.places) == judged.players
            assert is_placing(judged.places)
        assert [part.number for part in judged.parts] == list(range(1, len(judged.parts) + 1))
        assert all(part.numbers.keys() <= specs.keys() for part in judged.parts)


@systems
def test_kept_reports_are_read_back(system: GameSystem) -> None:
    for row in golden_rows(system):
        report = system.check(json.dumps(row["document"]))
        assert system.read_report(json.loads(encode_report(report))) == report
    with pytest.raises(ValueError):
        system.read_report({"nonsense": 1})


@systems
def test_violations_explain_themselves_by_template_and_parameters(system: GameSystem) -> None:
    for row in golden_rows(system):
        for violation in system.judged(system.check(json.dumps(row["document"]))).violations:
            sentence = violation.template % violation.params
            assert violation.message == sentence[:1].upper() + sentence[1:]


@given(st.binary() | st.text())
def test_anything_at_all_gets_a_report(data: bytes | str) -> None:
    for system in SYSTEMS.values():
        report = json.loads(system.check_encoded(data))
        assert (report["system"], report["legal"]) == (system.key, False)


@systems
def test_shipped_editions_are_known_by_key_and_hash(system: GameSystem) -> None:
    assert system.editions
    for key, edition in system.editions.items():
        assert edition.key == key
        assert re.fullmatch("[0-9a-f]{64}", edition.content_hash)
        assert edition.title
        assert system.read_edition(json.dumps(edition.as_data())).content_hash == edition.content_hash


@systems
@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", "nonsense"])
def test_read_edition_of_nonsense_is_refused(system: GameSystem, data: bytes | str) -> None:
    with pytest.raises(EditionRefusedError) as refused:
        system.read_edition(data)
    assert refused.value.places() == EditionRefusedError().places() == {}
