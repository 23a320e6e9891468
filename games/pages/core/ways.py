"""The ways to hand a game in, as a switch between forms and as buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Way:
    """A way to hand a game in. `key`: its form among the system's entries; `name`: one word for a switch; `call`: what
    one does, for a button; `note`: a sentence about it. `forms`: further forms that belong to it. `is_begun`: the
    players have begun to tell the game in this way."""

    key: str
    name: str
    call: str
    note: str = ""
    forms: tuple[str, ...] = ()
    is_begun: bool = False

    def has(self, form: str) -> bool:
        """Whether the form of that key is one of this way."""
        return form == self.key or form in self.forms


def usual_first(ways: Iterable[Way], usual: str) -> tuple[Way, ...]:
    """The ways with the usual one before the others, which stay in their order."""
    return tuple(sorted(ways, key=lambda way: way.key != usual))
