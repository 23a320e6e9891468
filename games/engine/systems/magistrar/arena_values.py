"""A duel as it is laid out while it is recorded, and what may be laid next, as values."""

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    PAWN_LETTERS,
    POSITIONS,
    TOKEN_LETTERS,
    RecordDuel,
    SideCounts,
    SideMoves,
    SideRows,
    Spell,
)
from games.engine.systems.magistrar.placements_terms import NO_PAWN, SUPERS
from games.engine.systems.magistrar.placements_values import STRENGTHENINGS, NotOfferedError, Strengthening
from games.engine.systems.magistrar.report import OPPONENT, Side, Violation

NO_TOKEN = "-"
_EMPTY_ROW = "-" * POSITIONS


class Arena(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The duel on the table in the letters of a record; `-` where no token lies yet.

    `order`: the encounters in the order in which they were begun, without those with a super energy, where they are
    played one by one. The last one may still lack its answer.
    """

    tokens: SideRows = SideRows(_EMPTY_ROW, _EMPTY_ROW)
    pawns: SideRows = SideRows(_EMPTY_ROW, _EMPTY_ROW)
    order: tuple[int, ...] = ()
    moves: SideMoves = SideMoves()
    spells: tuple[Spell, ...] = ()


class Chip(msgspec.Struct, frozen=True):
    """What lies at one place: a token, its pawn (`-`: none), and the spell that strengthens the pawn there."""

    token: str
    pawn: str = NO_PAWN
    spell: Strengthening | None = None


NO_CHIP = Chip(NO_TOKEN)


class PlaceChips(msgspec.Struct, frozen=True):
    """The chips that may be laid at a position."""

    position: int
    chips: tuple[Chip, ...]


class ArenaChoices(msgspec.Struct, frozen=True):
    """What may be laid next.

    `turn`: the side that lays next, None once all places are full; `places`: where, and what. `moves`: how many
    direction letters each side has still to choose. `spells`: what may be cast now beside the chips: exchanges at any
    time, surge and triumph once all is laid. `wrong`: the first thing that can't lie there so, None where all is well.
    """

    turn: Side | None
    places: tuple[PlaceChips, ...]
    moves: SideCounts
    spells: tuple[Spell, ...]
    finished: bool
    wrong: Violation | None


def placed_chip(arena: Arena, side: Side, position: int) -> Chip:
    """What lies at a place. Raises `NotOfferedError` for rows that aren't made of six known letters."""
    tokens, pawns = getattr(arena.tokens, side), getattr(arena.pawns, side)
    if len(tokens) != POSITIONS or not set(tokens) <= {*TOKEN_LETTERS, NO_TOKEN}:
        raise NotOfferedError(f"The tokens of {side} aren't six letters.")
    if len(pawns) != POSITIONS or not set(pawns) <= set(PAWN_LETTERS):
        raise NotOfferedError(f"The pawns of {side} aren't six letters.")
    token, pawn = tokens[position - 1], pawns[position - 1]
    if token == NO_TOKEN and pawn != NO_PAWN:
        raise NotOfferedError(f"{side} has a pawn without a token at {position}.")
    spells = [
        name
        for spell in arena.spells
        for name, kind in STRENGTHENINGS.items()
        if isinstance(spell, kind) and (spell.by, spell.position) == (side, position)
    ]
    if len(spells) > 1 or (spells and pawn == NO_PAWN):
        raise NotOfferedError(f"{side} strengthens no pawn, or one twice, at {position}.")
    return Chip(token, pawn, spells[0] if spells else None)


def with_chip(arena: Arena, side: Side, position: int, chip: Chip, *, one_by_one: bool) -> Arena:
    """The arena after a chip was laid at an empty place. Played one by one, a place begun is the next of the order; a
    super energy takes its encounter out of it (R18)."""
    at = position - 1

    def row(rows: SideRows, letter: str) -> SideRows:
        own: str = getattr(rows, side)
        own = own[:at] + letter + own[at + 1 :]
        return SideRows(own, rows.black) if side == "white" else SideRows(rows.white, own)

    order, spells = arena.order, arena.spells
    opposite: str = getattr(arena.tokens, OPPONENT[side])[at]
    if one_by_one and chip.token in SUPERS:
        order = tuple(begun for begun in order if begun != position)
    elif one_by_one and opposite not in SUPERS and position not in order:
        order = (*order, position)
    if chip.spell is not None:
        spells = (*spells, STRENGTHENINGS[chip.spell](by=side, position=position))
    return replace(
        arena, tokens=row(arena.tokens, chip.token), pawns=row(arena.pawns, chip.pawn), order=order, spells=spells
    )


def recorded_duel(arena: Arena, *, one_by_one: bool) -> RecordDuel:
    """The arena as a duel of a record; whether it is finished and legal is the judge's to say."""
    order = arena.order if one_by_one else UNSET
    return RecordDuel(tokens=arena.tokens, pawns=arena.pawns, order=order, moves=arena.moves, spells=arena.spells)
