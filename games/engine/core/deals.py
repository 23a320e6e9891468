"""Games that the service deals: a seed says what is dealt, and stays secret until the game is over.

A dealt game is recorded by open parts, as in `secrets`: what everybody at the table sees. With the seed they make the
whole record. Until it is told, everybody knows the seed's `commitment`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from games.engine.core.game_system import GameEdition
from games.engine.core.seats import Seat
from games.engine.core.secrets import BegunRecord

SEED_PATTERN = "^[0-9a-f]{64}$"  # 256 random bits: so many that a seed is its own salt


def commitment_of(seed: str) -> str:
    """SHA-256 (hex) of the seed as it is written."""
    if not re.match(SEED_PATTERN, seed):
        raise ValueError("a seed has 64 hex digits")
    return hashlib.sha256(seed.encode()).hexdigest()


class BegunGame(BegunRecord, frozen=True):
    """The verdict on the open parts of a dealt game, and the seat that plays on; None where it is over. `last`: whose
    part the last legal one is. `is_bound`: that part is no more than begun: its player has seen something by it."""

    to_play: Seat | None = None
    last: Seat | None = None
    is_bound: bool = False


@runtime_checkable
class DealsBySeed(Protocol):
    """A game system that can deal."""

    @property
    def editions(self) -> Mapping[str, GameEdition]: ...

    def check_dealt_parts(
        self,
        set_up: Mapping[str, Any],
        seed: str,
        parts: Sequence[Any],
        editions: Mapping[str, GameEdition] = ...,
        *,
        ends: Collection[Seat] | None = None,
    ) -> BegunGame:
        """Judge the open parts of a dealt game, with all that was dealt. `ends`: where the last part ends the game by a
        player's will, that must be one of these seats; for others it is as if nobody might."""
        ...

    def told_dealt_part(
        self, set_up: Mapping[str, Any], before: Sequence[Any], sent: object, edition: GameEdition
    ) -> Any:
        """The next open part, as plain JSON values. Raises ValueError for what is none."""
        ...

    def goes_on(self, begun: Any, part: Any) -> bool:
        """Whether a part is what was begun, played on."""
        ...

    def part_without_end(self, set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], edition: GameEdition) -> Any:
        """What the last of the parts leaves to be played anew once it is taken back: its player is bound to what they
        have seen. None where that is nothing."""
        ...

    def part_ended_by(
        self, set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], seat: Seat, edition: GameEdition
    ) -> Any:
        """The last of the parts as it is where this seat uses its right to end the game at it; None where it has no
        such right. A game that ends by a player's will ends like that, whosever turn it is."""
        ...

    def dealt_record(self, set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], edition: GameEdition) -> Any:
        """The record as decoded JSON, as far as the parts are legal."""
        ...

    def is_of_deal(self, document: object, seed: str, edition: GameEdition) -> bool:
        """Whether a parsed document tells a game that the seed dealt. True for one that doesn't tell what was dealt."""
        ...
