"""Known answers: every round and pairing of the shared cases, pair for pair and colour for colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournaments.formats.systems.swiss.dutch_2026 import pair_round
from tournaments.trf.conversion import WrittenPair, pairs_of_round, to_stage_state
from tournaments.trf.document import Document
from tournaments.trf.reader import decode_trf, read_trf


def _document(path: Path) -> Document:
    return read_trf(decode_trf(path.read_bytes()))


def _rounds(document: Document) -> list[tuple[int, frozenset[WrittenPair]]]:
    made = []
    for number in range(1, document.rounds_paired + 1):
        pairing = pair_round(to_stage_state(document, rounds_done=number - 1))
        made.append((number, frozenset(WrittenPair(pair.white, pair.black) for pair in pairing.pairs)))
    return made


@pytest.mark.parametrize("pattern", ["n15_*.trf", "n20_*.trf", "n40_*.trf"])
def test_rounds_of_played_tournaments_are_paired_the_same(cases: Path, pattern: str) -> None:
    files = sorted((cases / "swiss").glob(pattern))
    assert files
    for file in files:
        document = _document(file)
        for number, pairs in _rounds(document):
            assert pairs == pairs_of_round(document, number), f"{file.name} round {number}"


# issue_15 is a tournament of another system (Burstein), kept by its authors for their checker.
@pytest.mark.parametrize("name", ["dutch_2025_C5", "dutch_2025_C9", "issue_7", "own_100", "own_200"])
def test_next_round_is_paired_and_ordered_the_same(cases: Path, name: str) -> None:
    pairing = pair_round(to_stage_state(_document(cases / "swiss" / f"{name}.trf")))
    lines = [str(len(pairing.pairs)), *(f"{pair.white} {pair.black or 0}" for pair in pairing.pairs)]
    assert lines == (cases / "swiss" / f"{name}.pairs").read_text().split("\n")[: len(lines)]
