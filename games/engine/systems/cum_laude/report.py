"""The report on a game of Magia Cum Laude, and its JSON."""

from __future__ import annotations

import msgspec

from games.engine.core.multiplayer import SeatViolation
from games.engine.core.seat_system import SeatReport


class VictoryPoints(msgspec.Struct, frozen=True, gc=False):
    """A master's victory points and what they are made of (L36); None where a score doesn't tell. `tie_break`: the
    crystals that match the order (L37)."""

    total: int
    spells: int | None = None
    finish: int | None = None
    order: int | None = None
    matching: int | None = None
    mismatching: int | None = None
    tie_break: int | None = None


class Report(SeatReport, frozen=True, gc=False):
    """The answer to one document. What the system adds is None for an illegal document."""

    ended: str | None = None
    finishers: tuple[str, ...] | None = None
    turns: int | None = None
    missions: dict[str, tuple[str, ...]] | None = None
    complete_spells: tuple[str, ...] | None = None
    passed_spells: tuple[str, ...] | None = None
    vp: dict[str, VictoryPoints] | None = None
    violations: tuple[SeatViolation, ...] = ()
    assumed: tuple[str, ...] = ()
