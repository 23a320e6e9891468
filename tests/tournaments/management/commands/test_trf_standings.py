"""`manage.py trf_standings`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

# Three players, three rounds: 1 beats 2, 3 beats 1, 2 and 3 draw, and everybody has a bye.
FILE = "012 Evening\nXXR 3\n" + "".join(
    f"001 {number:4d} {'':4} {name:33} {rating:4d} {'':3} {'':11} {'':10} {points:4.1f} {rank:4d}  {rounds}\n"
    for number, name, rating, points, rank, rounds in (
        (1, "Ada", 1800, 2.0, 2, "   2 w 1     3 b 0  0000 - U"),
        (2, "Bo", 1700, 1.5, 3, "   1 b 0  0000 - U     3 w ="),
        (3, "Cy", 1600, 2.5, 1, "0000 - U     1 w 1     2 b ="),
    )
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "evening.trf"
    path.write_text(FILE, encoding="utf-8")
    return path


def _lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    call_command("trf_standings", *arguments)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_players_are_printed_in_rank_order(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _lines(capsys, str(file), "--tie-breaks", "BH,DE,ARO") == [
        {"id": 3, "rank": 1, "points": 2.5, "BH": 5.0, "DE": None, "ARO": 1750},
        {"id": 1, "rank": 2, "points": 2.0, "BH": 5.5, "DE": None, "ARO": 1650},
        {"id": 2, "rank": 3, "points": 1.5, "BH": 6.0, "DE": None, "ARO": 1700},
    ]


def test_edition_of_2024_leaves_the_dummy_uncapped(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = _lines(capsys, str(file), "--tie-breaks", "BH", "--ruleset", "fide-2024")
    assert (first["BH"], second["BH"], third["BH"]) == (6.0, 6.0, 6.0)


def test_file_is_read_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FILE.encode())))
    assert [line["id"] for line in _lines(capsys, "-")] == [3, 1, 2]


@pytest.mark.parametrize("codes", ["BH,NONE", "BH,BH"])
def test_tie_breaks_that_can_not_be_had_are_refused(file: Path, codes: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("trf_standings", str(file), "--tie-breaks", codes)
    assert refused.value.returncode == 2


def test_broken_file_is_refused_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.trf"
    path.write_text(FILE.replace("   2 w 1 ", "   9 w 1 "), encoding="utf-8")
    with pytest.raises(CommandError, match=r"broken\.trf: line 3, column") as refused:
        call_command("trf_standings", str(path))
    assert refused.value.returncode == 2


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.trf") as refused:
        call_command("trf_standings", str(tmp_path / "none.trf"))
    assert refused.value.returncode == 2
