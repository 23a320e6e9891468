"""The records with known answers, from outside the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.systems.magistrar.system import MAGISTRAR

CASES = Path(__file__).resolve().parents[6] / "shared" / "cases" / "magistrar" / "records.jsonl"
COMPARED = ("legal", "complete", "winner", "honoris", "markers", "level", "claim")


def differences(report: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """What of a report isn't as expected; of the violations only the first is compared."""
    found = [key for key in COMPARED if key in expected and report[key] != expected[key]]
    if len(report["duels"]) != len(expected["duels"]):
        found.append("number of duels")
    for number, (got, wanted) in enumerate(zip(report["duels"], expected["duels"], strict=False), 1):
        found += [f"duel {number}: {key}" for key in wanted if got[key] != wanted[key]]
    first = report["violations"][0] if report["violations"] else {}
    wanted = expected["violations"][0] if expected["violations"] else {}
    found += [f"violation: {key}" for key in wanted if first.get(key) != wanted[key]]
    if bool(first) != bool(wanted):
        found.append("violations")
    return found


def test_check_of_records_with_known_answers_agrees() -> None:
    if not CASES.exists():
        pytest.skip(f"{CASES} isn't there")
    system = MAGISTRAR
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    wrong = {}
    for number, row in enumerate(rows, 1):
        report = json.loads(system.check_encoded(json.dumps(row["record"])))
        if found := differences(report, row["expected"]):
            wrong[number] = found
    assert (len(rows), wrong) == (500, {})
