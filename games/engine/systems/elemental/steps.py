"""A game told step by step, as a page shows it: where everybody stands, what was done, and by which rule.

Values only: no person, no time, no language. Spots are named as in a record, seats too.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.core.multiplayer import BySeat
from games.engine.core.replay import Reason
from games.engine.systems.elemental.report import FoughtDuel

StepKind = Literal["start", "move", "duel", "card", "star_draw", "end"]


class Hand(msgspec.Struct, frozen=True):
    """The cards that a player holds, in the order in which they came."""

    attack: tuple[str, ...] = ()
    defense: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """One step of a game, and how it stands after it.

    `turn` counts from 1 (0 at the start), `seat` is the mover's. `way`: the spots that a move entered, in order, and
    `start` where it began. `duel`: the one that was fought. `cards`: those drawn, in order; `kept`: the one of them
    that the mover keeps. `returned`: the star spots on which used stars were put. `spots` has the players who are in
    the game, `hands` the cards of everybody, `tokens` the star spots with a star. `places`: at the end of a complete
    game.
    """

    kind: StepKind
    turn: int
    seat: str | None
    spots: dict[str, str]
    health: BySeat
    stars: BySeat
    hands: dict[str, Hand]
    tokens: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()
    way: tuple[str, ...] = ()
    start: str | None = None
    duel: FoughtDuel | None = None
    cards: tuple[str, ...] = ()
    kept: str | None = None
    returned: tuple[str, ...] = ()
    places: BySeat | None = None

    @property
    def part(self) -> int:
        """The turn: a game is made of turns."""
        return self.turn
