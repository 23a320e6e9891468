"""`manage.py check_games`, as a process and by its parts."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from django.core.management import call_command

from games.management.commands import check_games
from games.management.commands.check_games import Form, Progress, judge_block, line_blocks

ROOT = Path(__file__).resolve().parents[4]
LEGAL = b'{"format":"magistrar-record/1","starter":"white","duels":[]}'
ILLEGAL = b'{"format":"magistrar-score/1","honoris":{"white":2,"black":2},"markers":{"white":0,"black":0}}'
BROKEN = b'{"format":'


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, reports and standard error of the command, which reads a real file as its standard input."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with TemporaryFile() as given, pytest.MonkeyPatch.context() as patch:
        given.write(stdin)
        given.seek(0)
        patch.setattr(sys, "stdin", given)
        try:
            call_command("check_games", *arguments, stdout=out, stderr=err)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def legality(reports: list[dict[str, Any]]) -> list[bool]:
    return [report["legal"] for report in reports]


def test_check_games_of_standard_input_reports_line_by_line() -> None:
    lines = b"\xef\xbb\xbf" + b"\n".join([LEGAL, b"", ILLEGAL, b"\xff", BROKEN, b"  \r", LEGAL])
    status, reports, errors = run(stdin=lines)
    assert (status, legality(reports), errors) == (1, [True, False, False, False, True], "")
    assert [report["format"] for report in reports] == [
        "magistrar-record/1",
        "magistrar-score/1",
        None,
        None,
        "magistrar-record/1",
    ]


def test_check_games_of_files_reads_one_document_of_a_json_file(tmp_path: Path) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many.jsonl"
    one.write_bytes(b"\xef\xbb\xbf" + LEGAL.replace(b",", b",\n"))
    many.write_bytes(LEGAL + b"\r\n" + LEGAL)
    assert run(str(one), str(many), "-", stdin=LEGAL)[:2] == (0, run(stdin=b"\n".join([LEGAL] * 4))[1])


def test_check_games_of_an_unreadable_file_says_so_and_goes_on(tmp_path: Path) -> None:
    there = tmp_path / "there.jsonl"
    there.write_bytes(ILLEGAL)
    status, reports, errors = run(str(tmp_path / "missing.json"), str(there), str(tmp_path))
    assert (status, legality(reports)) == (2, [False])
    assert "missing.json: No such file or directory" in errors
    assert f"{tmp_path}: Is a directory" in errors


def test_check_games_over_workers_prints_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = b"\n".join([LEGAL, ILLEGAL, BROKEN] * 3_000)
    (tmp_path / "many.jsonl").write_bytes(lines)
    monkeypatch.setattr(check_games, "BLOCK_BYTES", 4096)
    printed = []
    for workers in ("1", "2"):
        out = io.StringIO()
        with pytest.raises(SystemExit) as ended:
            call_command("check_games", str(tmp_path / "many.jsonl"), "--workers", workers, stdout=out)
        assert ended.value.code == 1
        printed.append(out.getvalue())
    assert printed[0] == printed[1]
    assert len(printed[0].splitlines()) == 9_000


def test_check_games_of_a_text_file_reads_the_notation_or_lines(tmp_path: Path) -> None:
    score = b'[Format "magistrar-score/1"]\n[Honoris "24/10"]\n[Markers "2/1"]\n'
    files = {
        "notation.txt": score,
        "lines.txt": b"\xef\xbb\xbf" + LEGAL + b"\n" + LEGAL,
        "wrong.txt": score + b"1. LLLLLL",
    }
    for name, text in files.items():
        (tmp_path / name).write_bytes(text)
    status, reports, _ = run(*(str(tmp_path / name) for name in files))
    assert (status, legality(reports)) == (1, [True, True, True, False])
    assert reports[0]["honoris"] == {"white": 24, "black": 10}
    assert reports[3]["violations"][0]["message"] == "Line 4, column 1: A score has no duels."


def test_check_games_of_nothing_reports_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert run(str(empty)) == (0, [], "")


def test_line_blocks_are_whole_lines_and_pass_over_the_mark_at_the_start_alone() -> None:
    mark = b"\xef\xbb\xbf"
    blocks = list(line_blocks(io.BytesIO(mark + b"a\nb" + mark)))
    assert b"".join(block.documents for block in blocks) == b"a\nb" + mark
    assert sum(block.size for block in blocks) == 9


def test_file_blocks_are_as_large_as_they_are_to_be(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    games.write_bytes((LEGAL + b"\n") * 20_000)
    sizes = [block.size for block in check_games.file_blocks(games)]
    assert sum(sizes) == games.stat().st_size
    assert min(sizes[:-1]) >= check_games.BLOCK_BYTES // 2


def test_line_blocks_of_an_endless_line_keep_its_beginning_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_games, "BLOCK_BYTES", 8)
    monkeypatch.setattr(check_games, "LONGEST_DOCUMENT", 32)
    blocks = list(line_blocks(io.BytesIO(b"x" * 1000 + b"\nend\n")))
    assert [len(block.documents) for block in blocks] == [40, 4]
    assert sum(block.size for block in blocks) == 1005
    assert judge_block("magistrar", blocks[0].documents, Form.LINES).number == 1


def test_judge_block_is_legal_only_where_all_are() -> None:
    assert judge_block("magistrar", LEGAL + b"\n" + LEGAL, Form.LINES).legal
    assert not judge_block("magistrar", LEGAL + b"\n" + ILLEGAL, Form.LINES).legal
    assert judge_block("magistrar", b"\n \n", Form.LINES) == (b"", 0, True)
    assert judge_block("magistrar", b"", Form.JSON).number == 1


def test_check_games_on_a_terminal_shows_a_bar(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    games.write_bytes(LEGAL)
    master, slave = pty.openpty()
    done = subprocess.run(
        [sys.executable, "manage.py", "check_games", str(games)],
        stdout=subprocess.PIPE,
        stderr=slave,
        cwd=ROOT,
        check=True,
    )
    os.close(slave)
    shown = os.read(master, 10_000).decode()
    os.close(master)
    assert f"[{'#' * 40}] 100%  1 documents" in shown
    assert len(done.stdout.splitlines()) == 1


def test_progress_of_an_unknown_size_counts_alone() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

        def write(self, text: str, style: Any = None, ending: str = "") -> int:
            return super().write(text + ending)

    terminal = Terminal()
    Progress(None, terminal).advance(10, 1234)
    assert terminal.getvalue() == "\r1,234 documents"
