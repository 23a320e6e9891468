"""Games that were dealt at a table and are written down from paper: the first part of such a record tells what was
dealt, each further one a turn with the cards that were drawn in it. Nothing of them is secret any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from games.engine.core.game_system import GameEdition
from games.engine.core.secrets import BegunRecord


@runtime_checkable
class NotesDeals(Protocol):
    """A game system whose records can be noted part by part, the deal first."""

    def check_noted_parts(
        self, set_up: Mapping[str, Any], parts: Sequence[Any], editions: Mapping[str, GameEdition] = ...
    ) -> BegunRecord:
        """Judge the parts so far, each completely. Part 1 is the deal."""
        ...

    def told_noted_part(
        self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition
    ) -> Any:
        """The next part in the one way in which it is written, as plain JSON values. Raises ValueError for what is
        none."""
        ...

    def noted_record(self, set_up: Mapping[str, Any], parts: Sequence[Any], edition: GameEdition) -> Any:
        """The record of these parts, as decoded JSON; nothing is checked. There is at least the deal."""
        ...
