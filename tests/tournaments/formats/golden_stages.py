"""Writes the golden files of formats: `python -m tests.tournaments.formats.golden_stages KEY ...`.

They are made by the code that they test, so look at them before you commit them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.tournaments.formats.played_stages import PlayedStage
from tournaments.formats.core.format import Format
from tournaments.formats.core.state import RoundTables
from tournaments.formats.registry import FORMATS

GOLDEN = Path(__file__).parent / "golden"
STAGES = ((6, 1), (9, 2), (16, 3))  # entrants, seed


def golden_file(key: str) -> Path:
    return GOLDEN / f"{key}.txt"


def golden_text(format_: Format) -> str:
    """Three stages; a round a line, tables in the order of the seats, byes with 0, what blocks a round in brackets."""
    return "".join(line for entrants, seed in STAGES for line in _stage(format_, entrants, seed))


def _stage(format_: Format, entrants: int, seed: int) -> Iterator[str]:
    yield f"entrants {entrants} seed {seed}\n"
    for number, seating in enumerate(PlayedStage(format_, entrants, seed).play(), start=1):
        yield f"{number}: {_written(seating)}\n"


def _written(seating: RoundTables) -> str:
    tables = [
        "-".join(map(str, table.seats if len(table.seats) > 1 else (*table.seats, 0))) for table in seating.tables
    ]
    return " ".join([*tables, *(f"[{code}]" for code, _parameters in seating.blocked)])


if __name__ == "__main__":
    for key in sys.argv[1:]:
        golden_file(key).write_text(golden_text(FORMATS[key]), encoding="utf-8")
