"""The drawings of brackets-manager, whose byes are matches too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, Group, Origin, bracket

NAMES = ("de_8", "de_16", "de_32", "se_8_5", "se_16_13", "se_32_29")
GROUPS = {"G0": Group.WINNERS, "G1": Group.LOSERS, "G2": Group.FINAL}
LINE = re.compile(r"\d+ (G\d) R(\d+) #(\d+) (\S+) (\S+)")

Place = tuple[Group, int, int]


def rows_of(file: Path) -> dict[Place, tuple[str, str]]:
    """The two seats by group, round within the group, and position."""
    rows: dict[Place, tuple[str, str]] = {}
    first: dict[str, int] = {}
    for line in file.read_text().splitlines():
        found = LINE.fullmatch(line)
        assert found, line
        group, round_, position, *seats = found.groups()
        within = int(round_) - first.setdefault(group, int(round_)) + 1
        rows[GROUPS[group], within, int(position)] = (seats[0], seats[1])
    return rows


def written(drawn: Bracket, match: BracketMatch, seat: int) -> str:
    """A seat as the files write it: `posN` says the N-th match of the winners' round that its loser comes from, or of
    the group before, and only where a group is entered."""
    source = match.seats[seat]
    if source.origin is Origin.SEED:
        return f"S{source.number}"
    origin = drawn.by_id[source.number]
    entered = source.origin is Origin.LOSER and match.group is Group.LOSERS
    crossing = match.group is Group.FINAL and origin.group is Group.LOSERS
    return f"pos{origin.position}" if entered or crossing else "pos?"


@pytest.mark.parametrize("name", NAMES)
def test_bracket_is_the_drawing_of_the_file(cases: Path, name: str) -> None:
    rows = rows_of(cases / "brackets" / f"brackets_{name}.txt")
    kind, *sizes = name.split("_")
    drawn = bracket(int(sizes[-1]), double=kind == "de", order="brackets-manager")
    played = {place: seats for place, seats in rows.items() if "BYE" not in seats}
    ours = {
        (match.group, match.round, match.position): (written(drawn, match, 0), written(drawn, match, 1))
        for match in drawn.matches
    }
    assert ours == played
    with_bye = sorted(int(seat[1:]) for seats in rows.values() if "BYE" in seats for seat in seats if seat != "BYE")
    assert with_bye == list(drawn.byes)
