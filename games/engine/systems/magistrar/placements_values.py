"""The duel on the table, and what may be done next in it, as values."""

from typing import Literal

import msgspec
from msgspec import UNSET

from games.engine.systems.magistrar.documents import (
    POSITIONS,
    RecordDuel,
    Reinforcement,
    SideCounts,
    SideMoves,
    SideRows,
    Spell,
    StrengthenPawn,
)
from games.engine.systems.magistrar.placements_terms import (
    NO_PAWN,
    tokens_as_fought,
)
from games.engine.systems.magistrar.report import Side

_EMPTY_ROW = NO_PAWN * POSITIONS
Strengthening = Literal["strengthen_pawn", "reinforcement"]
STRENGTHENINGS: dict[Strengthening, type[StrengthenPawn] | type[Reinforcement]] = {
    "strengthen_pawn": StrengthenPawn,
    "reinforcement": Reinforcement,
}


class LaidTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens that each side has laid so far, position 1 first."""

    white: str = ""
    black: str = ""


class RunningDuel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The duel on the table, in the letters of a record.

    `pawns`: six letters a side, `-` where none stands (yet). `order`: the encounters begun so far, where they are
    played one by one. `moves`: the letters chosen so far. `spells`: as in a record, a strengthening with its pawn.
    """

    tokens: LaidTokens = LaidTokens()
    pawns: SideRows = SideRows(_EMPTY_ROW, _EMPTY_ROW)
    order: tuple[int, ...] = ()
    moves: SideMoves = SideMoves()
    spells: tuple[Spell, ...] = ()


NOTHING_DONE = RunningDuel()


class PawnChoice(msgspec.Struct, frozen=True):
    """A pawn (W, M or S) that may be placed at a position, and the spell that strengthens it there, if one does."""

    position: int
    pawn: str
    spell: Strengthening | None = None


class TokenCounts(msgspec.Struct, frozen=True):
    """How many tokens of each letter a side may draw: what its bag holds while its row isn't full, else nothing."""

    white: dict[str, int]
    black: dict[str, int]


class Choices(msgspec.Struct, frozen=True):
    """What may be done next in duel `duel` (1 to 5).

    `one_by_one`: whether it is played encounter by encounter (R17); `positions`: how many encounters are fought.
    `turn`: the side that places a pawn next, None before and after the fight. `pawns`: what that side may place, by
    position. `moves`: how many direction letters each side has still to choose. `spells`: that may be cast now, but
    for those that come with a pawn. `finished`: nothing more has to be done.
    """

    duel: int
    starter: Side
    one_by_one: bool
    positions: int
    tokens: TokenCounts
    turn: Side | None
    pawns: tuple[PawnChoice, ...]
    moves: SideCounts
    spells: tuple[Spell, ...]
    finished: bool


class NotOfferedError(ValueError):
    """The game or the running duel can't have come about by what was offered. The message says why, in English."""


def as_recorded(running: RunningDuel, *, one_by_one: bool) -> RecordDuel:
    return RecordDuel(
        tokens=SideRows(running.tokens.white, running.tokens.black),
        pawns=running.pawns,
        order=running.order if one_by_one else UNSET,
        moves=running.moves,
        spells=running.spells,
    )


def fought_tokens(running: RunningDuel) -> dict[Side, str]:
    return tokens_as_fought({"white": running.tokens.white, "black": running.tokens.black}, running.spells)
