"""FIDE's exercise in tie-breaking: sixteen players, five rounds, every kind of unplayed round."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.formats.core.standings import StandingRow, standings
from tournaments.formats.core.tiebreaks.value import TieBreakValue
from tournaments.trf.conversion import to_stage_state
from tournaments.trf.reader import decode_trf, read_trf

COLUMNS_2024 = {"BH": "BH", "BH-C1": "BHC1", "AOB": "AOB", "FB": "FB", "SB": "SB", "SB-C1": "SBC1"}
COLUMNS_2026 = {
    **{code: code for code in ("BH", "AOB", "FB", "SB", "ARO", "TPR", "PTP", "APRO", "APPO", "PS")},
    **{code: code for code in ("WIN", "WON", "BPG", "BWG")},
    "BH/C1": "BHC1",
    "BH/C2": "BHC2",
    "BH/M1": "BHM1",
    "SB/C1": "SBC1",
    "ARO/C1": "AROC1",
    "PS/C1": "PSC1",
    "GE": "REP",
}


@pytest.fixture(scope="session")
def exercise(cases: Path) -> Path:
    return cases / "tiebreaks"


def _rows(exercise: Path, ruleset: str, codes: list[str]) -> tuple[StandingRow, ...]:
    state = to_stage_state(read_trf(decode_trf((exercise / "tec_swiss.trf").read_bytes())))
    return standings(state, codes, ruleset=ruleset)


def _values(exercise: Path, ruleset: str, columns: dict[str, str]) -> dict[int, dict[str, TieBreakValue]]:
    rows = _rows(exercise, ruleset, list(columns.values()))
    return {row.number: dict(zip(columns, row.values, strict=True)) for row in rows}


def _expected_2026(exercise: Path) -> list[dict[str, str]]:
    with (exercise / "tec_swiss_fide2026.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_values_of_the_2024_edition_are_those_of_the_exercise(exercise: Path) -> None:
    expected = json.loads((exercise / "tec_swiss_expected.json").read_text(), parse_float=Decimal)
    values = _values(exercise, "fide-2024", COLUMNS_2024)
    compared = [
        (column, Fraction(shown), values[int(number)][column].exact)
        for number, row in expected["values"].items()
        for column, shown in zip(expected["columns"], row, strict=True)
    ]
    tolerance = {"AOB": Fraction(1, 20)}  # an average, shown with one decimal
    assert len(compared) == 96
    assert [case for case in compared if case[2] is None or abs(case[1] - case[2]) > tolerance.get(case[0], 0)] == []


def test_values_of_the_2026_edition_are_those_that_two_programs_agree_on(exercise: Path) -> None:
    values = _values(exercise, "fide-2026", COLUMNS_2026)
    compared = [
        (row["StartNo"], column, Decimal(row[column]), Decimal(values[int(row["StartNo"])][column].text))
        for row in _expected_2026(exercise)
        for column in COLUMNS_2026
    ]
    assert len(compared) == 16 * 21
    assert [case for case in compared if case[2] != case[3]] == []


def test_ranks_by_buchholz_are_those_of_the_2026_table(exercise: Path) -> None:
    rows = _rows(exercise, "fide-2026", ["BH", "BHC1", "SB"])
    expected = [(int(row["Rank"]), int(row["StartNo"]), Decimal(row["PTS"])) for row in _expected_2026(exercise)]
    assert [(row.rank, row.number, Decimal(row.points) / 2) for row in rows] == sorted(expected)
