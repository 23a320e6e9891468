"""A game told step by step: what every system's steps have. The rest is for the system's own pages."""

from typing import Protocol

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """The reason for an outcome: the rule's number, and an English template over `params`, to be translated."""

    rule: str
    text: str
    params: dict[str, str | int] = {}


class Step(Protocol):
    """One step of a game. `part` is the part of the game that it belongs to, from 1; 0 for the start."""

    @property
    def part(self) -> int: ...

    @property
    def reasons(self) -> tuple[Reason, ...]: ...
