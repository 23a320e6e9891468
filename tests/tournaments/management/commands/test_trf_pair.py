"""`manage.py trf_pair`."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.trf.written import TWO_ROUNDS, file, player_line

FRESH = tuple(player_line(number) for number in range(1, 6))


def _paired(capsys: pytest.CaptureFixture[str], path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    call_command("trf_pair", str(path))
    return capsys.readouterr().out.splitlines()


def _refused(path: Path, text: str) -> tuple[int, str]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        call_command("trf_pair", str(path))
    return refused.value.returncode, str(refused.value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "event.trf"


def test_number_of_pairs_then_pairs_and_the_bye_are_printed(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert _paired(capsys, path, file("XXR 5", *FRESH)) == ["3", "1 3", "4 2", "5 0"]


def test_initial_colour_of_the_file_is_used(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert _paired(capsys, path, file("142 5", "152 B", *FRESH)) == ["3", "3 1", "2 4", "5 0"]


def test_players_with_an_announced_bye_are_left_out(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert _paired(capsys, path, file("142 5", "240 H 001    1", *FRESH)) == ["2", "2 4", "5 3"]


def test_baku_acceleration_of_the_file_is_used(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    lines = file("142 9", "192 FIDE_DUTCH_2026_BAKU", *(player_line(number) for number in range(1, 9)))
    assert _paired(capsys, path, lines) == ["4", "1 3", "4 2", "5 7", "8 6"]


def test_file_is_read_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file("XXR 5", *FRESH).encode())))
    call_command("trf_pair", "-")
    assert capsys.readouterr().out.splitlines() == ["3", "1 3", "4 2", "5 0"]


def test_round_without_a_legal_pairing_ends_with_1_and_says_what_blocks_it(path: Path) -> None:
    code, words = _refused(path, file("XXR 5", "XXP 1 2", "XXP 1 3", "XXP 1 4", *FRESH[:4]))
    assert code == 1
    assert words == f"{path}: no legal pairing: 1 has met, or may not meet, everybody else who is present."


def test_event_without_a_round_left_ends_with_1(path: Path) -> None:
    assert _refused(path, file("XXR 2", *TWO_ROUNDS)) == (1, f"{path}: all 2 rounds are paired")


def test_unreadable_file_ends_with_2_and_names_the_place(path: Path) -> None:
    code, words = _refused(path, file("XXR 5", player_line(1, "1.0")))
    assert (code, words) == (2, f"{path}: line 2, column 81: player 1 has 1.0 points, but the rounds give 0.0")


def test_missing_number_of_rounds_ends_with_2(path: Path) -> None:
    code, words = _refused(path, file(*FRESH))
    assert (code, words.split(":")[1]) == (2, " line 1, column 1")


def test_other_pairing_system_ends_with_2(path: Path) -> None:
    assert _refused(path, file("XXR 5", "192 FIDE_BURSTEIN", *FRESH))[0] == 2


def test_missing_result_ends_with_2(path: Path) -> None:
    lines = (player_line(1, "0.0", "   2 w"), player_line(2, "0.0", "   1 b"))
    assert _refused(path, file("XXR 5", *lines))[0] == 2


def test_missing_file_ends_with_2(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("trf_pair", str(tmp_path / "none.trf"))
    assert refused.value.returncode == 2
