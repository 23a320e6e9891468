"""The report on an elemental duel, and its JSON."""

from __future__ import annotations

import msgspec

from games.engine.core.multiplayer import BySeat, SeatViolation


class Defense(msgspec.Struct, frozen=True, gc=False):
    """A defender in a duel: the card shown (None: none), its value (E17 to E19), the damage, the health after it."""

    seat: str
    defense: str | None
    value: int
    damage: int
    health: int


class FoughtDuel(msgspec.Struct, frozen=True, gc=False):
    """A duel as it was fought. `sudden`: whether stars started it."""

    turn: int
    sudden: bool
    attacker: str
    attack: str
    defenders: tuple[Defense, ...]


class KnockOut(msgspec.Struct, frozen=True, gc=False):
    """A player who lost the last life. `duel`: its number among the game's duels, from 1."""

    turn: int
    duel: int
    seat: str
    by: str


class Report(msgspec.Struct, frozen=True, gc=False):
    """The answer to one document. Numbers by seat are in seat order; they are None for an illegal document."""

    system: str
    format: str | None
    edition: str | None
    engine: str
    legal: bool
    complete: bool
    players: int | None = None
    winner: str | None = None
    placings: BySeat | None = None
    claim: str | None = None
    ended: str | None = None
    turns: int | None = None
    health: BySeat | None = None
    stars: BySeat | None = None
    knock_outs: tuple[KnockOut, ...] = ()
    duels: tuple[FoughtDuel, ...] = ()
    violations: tuple[SeatViolation, ...] = ()
    assumed: tuple[str, ...] = ()


_ENCODER = msgspec.json.Encoder()
# What some readers take for the end of a line, though JSON doesn't.
_LINE_BREAKS = tuple((mark.encode(), f"\\u{ord(mark):04x}".encode()) for mark in ("\x85", "\u2028", "\u2029"))


def encode_report(report: Report) -> bytes:
    """The report as JSON in UTF-8, without line breaks, members in the order of the fields."""
    encoded = _ENCODER.encode(report)
    if not encoded.isascii():
        for line_break, escape in _LINE_BREAKS:
            encoded = encoded.replace(line_break, escape)
    return encoded
