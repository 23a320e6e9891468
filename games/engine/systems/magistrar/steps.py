"""A game told step by step, as a page shows it: what lies on the board, what was decided, and by which rule.

Values only: no person, no time, no language. Levels are -15..15, dark positive; places stand in position order, the one
nearest the energy track first.
"""

from typing import Literal

import msgspec

from games.engine.core.replay import Reason
from games.engine.systems.magistrar.report import Side, SideNumbers, Winner

StepKind = Literal["start", "draw", "place", "encounter", "duel", "end"]
Outcome = Literal["white", "black", "nobody"] | None


class Place(msgspec.Struct, frozen=True):
    """One side's place of an encounter: its token (light, dark, super, golden) and its pawn (weak, medium, strong; None
    while there is none), and what spells did to them."""

    token: str
    pawn: str | None = None
    strengthened: bool = False
    exchanged: bool = False


class Board(msgspec.Struct, frozen=True):
    """Both rows as they face each other, and how each encounter came out: None where it isn't decided (yet)."""

    white: tuple[Place, ...]
    black: tuple[Place, ...]
    outcomes: tuple[Outcome, ...]


class Step(msgspec.Struct, frozen=True):
    """One step of a game.

    `duel` counts from 1 (0 at the start), `position` from 1; `side`: who placed; `winner`: of the encounter, the duel
    or the game. `board` is None where the evidence doesn't tell it. `moves`: spaces that the step moved each scoring
    pawn, a duel's step those of the whole duel. `points`, `level`, `honoris`, `markers`: as they stand after the
    step; within a duel the level is where the pawn would stand if the duel ended now.
    """

    kind: StepKind
    duel: int
    points: SideNumbers
    level: SideNumbers
    honoris: SideNumbers
    markers: SideNumbers
    moves: SideNumbers = SideNumbers(0, 0)
    position: int | None = None
    side: Side | None = None
    winner: Winner = None
    reasons: tuple[Reason, ...] = ()
    board: Board | None = None

    @property
    def part(self) -> int:
        return self.duel
