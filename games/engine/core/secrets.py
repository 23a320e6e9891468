"""Records of which each seat keeps a part to itself until the game is over.

Such a record is made of open parts, which anybody at the table may write down, and of one secret for each seat. While
the game is played its system judges the open parts alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from games.engine.core.game_system import GameEdition


class BegunRecord(msgspec.Struct, frozen=True):
    """The verdict on the open parts of a record: how many of them are legal, the first ones, whether the game is over
    after them, and the first broken rule as the system's reports have it, as plain JSON values."""

    legal: int
    is_over: bool
    violation: Mapping[str, Any] | None = None


@runtime_checkable
class KeepsSecrets(Protocol):
    """A game system whose records hold secrets of the seats."""

    def check_open_parts(
        self, set_up: Mapping[str, Any], parts: Sequence[Any], editions: Mapping[str, GameEdition] = ...
    ) -> BegunRecord:
        """Judge the open parts of a record, as far as that can be done without the secrets."""
        ...

    def told_secret(self, set_up: Mapping[str, Any], sent: object, edition: GameEdition) -> Any:
        """A seat's secret as a record tells it: plain JSON values. Raises ValueError for what is none."""
        ...

    def joined_record(
        self, set_up: Mapping[str, Any], parts: Sequence[Any], secrets: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The record as decoded JSON, from its open parts and the secrets by the names of the seats."""
        ...
