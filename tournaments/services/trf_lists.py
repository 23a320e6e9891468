"""The players of a tournament report file (TRF), as a list of entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import Invalid
from tournaments.trf import TrfError, read_trf

# A player's line: record code and starting number in their columns, and as long as the points go.
_PLAYER_LINE = re.compile(r"^001 [ \d]{3}\d .{72}", re.MULTILINE)


def is_trf(text: str) -> bool:
    """Whether it is such a file and no list of names."""
    return _PLAYER_LINE.search(text) is not None


class TrfPlayer(NamedTuple):
    """A player's line: starting number, the name as it stands there, the rating where there is one."""

    number: int
    name: str
    rating: int | None


def trf_players(text: str) -> Iterator[TrfPlayer]:
    """The players by starting number. Invalid `unreadable_trf` with line and column for a file that contradicts
    itself."""
    try:
        document = read_trf(text)
    except TrfError as error:
        message = _("This tournament report can’t be read. Line %(line)d, column %(column)d: %(what)s.") % {
            "line": error.line,
            "column": error.column,
            "what": error.message,
        }
        raise Invalid("unreadable_trf", message, fields={"names": message}) from None
    for player in sorted(document.players, key=lambda player: player.number):
        yield TrfPlayer(player.number, player.name, player.rating or None)
