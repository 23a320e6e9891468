"""A game told step by step, as a page shows it: what lies where, what was done, and by which rule.

Values only: no person, no time, no language. Figures, tiles, cards and crystals are named as in a record, seats too.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.core.multiplayer import BySeat
from games.engine.core.replay import Reason

StepKind = Literal["start", "order", "draw", "pass", "move", "take", "exam", "action", "discard", "end"]


class SpellSoFar(msgspec.Struct, frozen=True):
    """A spell as it lies: its name, the crystals on it by their letters, and whether it was turned (L24)."""

    spell: str
    held: str
    is_passed: bool


class MasterSoFar(msgspec.Struct, frozen=True):
    """What a master has: the crystals in stock by their letters, the hand, and whether the order is uncovered."""

    stock: str
    hand: tuple[str, ...]
    is_fulfilled: bool


class Step(msgspec.Struct, frozen=True):
    """One step of a game, and how it stands after it.

    `turn` counts from 1 (0 at the start), `seat` is whose turn it is. `at`: the tile of each figure. `crystals`: by
    tile. `pile`, `discarded`: how many cards lie there. `figure`, `cards`, `tile`: of a movement. `places`, `points`:
    at the end of a complete game.
    """

    kind: StepKind
    turn: int
    seat: str | None
    at: dict[str, str]
    crystals: dict[str, str]
    spells: dict[str, SpellSoFar]
    masters: dict[str, MasterSoFar]
    pile: int
    discarded: int
    reasons: tuple[Reason, ...] = ()
    figure: str | None = None
    cards: tuple[str, ...] = ()
    tile: str | None = None
    places: BySeat | None = None
    points: BySeat | None = None

    @property
    def part(self) -> int:
        """The turn: a game is made of turns, second ones counted."""
        return self.turn
