"""A document as evidence: how well it proves a game, which set-up it names, where two of them differ."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.engine.core.seats import Seat

Grade = Literal["record", "sheet", "score"]
"""How well a document proves a game: by each move, by what each part came to, by the final numbers."""


class NamedSetUp(msgspec.Struct, frozen=True):
    """The set-up that a document names; None where it leaves it open. `variants` is plain JSON as in a record, without
    what isn't played."""

    starter: Seat | None
    edition: str
    variants: dict[str, Any] | None


class Difference(msgspec.Struct, frozen=True):
    """One thing on which two documents of one game differ.

    `what` is the system's word for it; `first` and `second` are what each document says, None where it says nothing.
    `part` and `position` count from 1; they and `seat` are None where they mean nothing.
    """

    what: str
    first: str | int | None
    second: str | int | None
    part: int | None = None
    seat: Seat | None = None
    position: int | None = None
