"""Templates, scripts and styles are read without scrolling sideways: no line is over 140 columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_COLUMNS = 140
FOLDERS = ("templates", "games/pages", "static/css", "static/js")
ENDINGS = {".html", ".js", ".css"}


def files() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in ENDINGS)


def long_lines(path: Path) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [f"{path.relative_to(ROOT)}:{number}" for number, line in enumerate(lines, 1) if len(line) > MOST_COLUMNS]


def test_no_line_is_too_long() -> None:
    found = [line for path in files() for line in long_lines(path)]
    assert found == []
