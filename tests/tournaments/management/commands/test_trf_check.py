"""`manage.py trf_check`."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.formats.systems.swiss.simulated import Chances, Simulation
from tests.tournaments.trf.written import file, player_line
from tournaments.trf.building import to_document
from tournaments.trf.writer import write_trf

RIGHT = file(player_line(1, "1.0", "   2 w 1"), player_line(2, "0.0", "   1 b 0"))
WRONG = file(
    player_line(1, "1.0", "   2 w 1"),
    player_line(2, "0.0", "   1 b 0"),
    player_line(3, "1.0", "   4 w 1"),
    player_line(4, "0.0", "   3 b 0"),
)


def _check(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[int, list[str], str]:
    code = 0
    try:
        call_command("trf_check", *(str(path) for path in files))
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    printed = capsys.readouterr()
    return code, printed.out.splitlines(), printed.err


def _file(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_rounds_paired_the_same_end_with_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, "right.trf", RIGHT)
    assert _check(capsys, path) == (0, [f"{path} round 1: same"], "")


def test_rounds_paired_otherwise_name_the_pairs_and_end_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(tmp_path, "wrong.trf", WRONG)
    assert _check(capsys, path) == (1, [f"{path} round 1: the file has 1-2 3-4, the system 1-3 4-2"], "")


def test_unreadable_file_is_named_and_the_others_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = _file(tmp_path, "bad.trf", "001 x"), _file(tmp_path, "good.trf", RIGHT)
    code, lines, errors = _check(capsys, bad, good)
    assert (code, lines) == (2, [f"{good} round 1: same"])
    assert errors.startswith(f"{bad}: line 1, column ")


def test_forfeit_without_colours_is_compared_without_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file("152 B", player_line(1, "0.0", "   2 - -"), player_line(2, "1.0", "   1 - +"))
    path = _file(tmp_path, "forfeit.trf", text)
    assert _check(capsys, path) == (0, [f"{path} round 1: same"], "")


@pytest.mark.parametrize("seed", range(3))
def test_event_paired_here_checks_as_the_same(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = Simulation(seed, 17, 6, Chances(absence=0.1, forfeit=0.05)).play_to(6)
    path = _file(tmp_path, "event.trf", write_trf(to_document(state, header={}, details={}, ranks={})))
    assert _check(capsys, path) == (0, [f"{path} round {number}: same" for number in range(1, 7)], "")
