"""What a document says beside the play: how well it proves the game, and which set-up it claims."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import msgspec

from games.engine.core.report import Side

Grade = Literal["record", "sheet", "score"]


class SaidSetUp(msgspec.Struct, frozen=True):
    """The set-up that a document names; None where it leaves it open. `variants` is plain JSON as in a record, without
    what isn't played."""

    starter: Side | None
    edition: str
    variants: dict[str, Any] | None


class SaidDifferently(Protocol):
    """One thing on which two documents of one game differ: what, where (duel and position from 1, None where they mean
    nothing) and what each says."""

    @property
    def what(self) -> str: ...

    @property
    def first(self) -> str | int | None: ...

    @property
    def second(self) -> str | int | None: ...

    @property
    def duel(self) -> int | None: ...

    @property
    def side(self) -> Side | None: ...

    @property
    def position(self) -> int | None: ...
