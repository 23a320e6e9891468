"""The report on an elemental duel, and its JSON."""

from __future__ import annotations

import msgspec

from games.engine.core.multiplayer import BySeat, SeatViolation
from games.engine.core.seat_system import SeatReport


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


class Report(SeatReport, frozen=True, gc=False):
    """The answer to one document. Numbers by seat are in seat order; they are None for an illegal document."""

    ended: str | None = None
    turns: int | None = None
    health: BySeat | None = None
    stars: BySeat | None = None
    knock_outs: tuple[KnockOut, ...] = ()
    duels: tuple[FoughtDuel, ...] = ()
    violations: tuple[SeatViolation, ...] = ()
    assumed: tuple[str, ...] = ()
