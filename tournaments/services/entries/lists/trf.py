"""The players of a tournament report file (TRF), as a list of entries. Only the players' lines are read, whatever else
is there: a starting list without results and a report of teams have them too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# Record code, starting number, sex and title, a gap, and the name, each in its columns.
_PLAYER_LINE = re.compile(r"001 (?P<number>[ \d]{3}\d) [mwfMWF ][A-Za-z ]{3}[ ](?P<name>\S.{0,32})(?P<rest>.*)")


class TrfPlayer(NamedTuple):
    """A player's line: its number in the file, the name as it stands there, the rating where there is one."""

    line: int
    name: str
    rating: int | None
    title: str
    federation: str


def is_trf(text: str) -> bool:
    """Whether it is such a file and no list of names."""
    return any(_PLAYER_LINE.match(line) for line in text.splitlines())


def trf_players(text: str) -> Iterator[TrfPlayer]:
    """The players in the order of the file. What can't be read on a line is left out of it, but never the name."""
    for number, line in enumerate(text.splitlines(), 1):
        player = _PLAYER_LINE.match(line)
        if player is None:
            continue
        rating, federation = player["rest"][:6].strip(), player["rest"][6:10].strip()
        yield TrfPlayer(
            line=number,
            name=player["name"].strip(),
            rating=(int(rating) or None) if rating.isascii() and rating.isdecimal() else None,
            title=line[10:13].strip(),
            federation=federation if federation.isalpha() else "",
        )
