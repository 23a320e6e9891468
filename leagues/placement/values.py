"""The values of a placement: last season's players, newcomers, settings; and the plan it makes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec


class PlacementError(ValueError):
    """A season that can't be placed. The message says what is wrong, and where."""


class Reason(StrEnum):
    """The reason that a player is in their division. A player gets the first that fits, in this order."""

    MERGED = "merged"  # the last division was too small
    MOVED_DOWN = "moved_down"  # placed below the claim
    SEEDED = "seeded"
    NEW = "new"
    FILLED = "filled"  # placed above the claim
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    STAYS = "stays"


UNEARNED = frozenset({Reason.FILLED, Reason.MOVED_DOWN, Reason.MERGED})


class PastPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player of last season. Their place is their position in the list of their division.

    `returns`: plays next season too. `finished`: neither withdrew nor was expelled.
    """

    id: str
    returns: bool
    finished: bool


class Newcomer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who joins. `division` counts from 1 and is given by the organiser to a strong newcomer (G11)."""

    id: str
    signed_up: str  # ISO 8601 in UTC, "2026-09-04T12:00:00Z"
    rating: int | float | None = None
    division: int | None = None


class Playoff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a play-off. Border 1 is between divisions 1 and 2."""

    border: int
    winner: str


# One number for every border, one each, or None for the default.
PerBorder = int | list[int | None] | None


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sizes of divisions, in players, and how many go up and down across each border.

    `playoff` says which borders get a play-off; placement itself goes by the results it is given.
    """

    target: int = 15
    least: int = 10
    most: int = 20
    up: PerBorder = None
    down: PerBorder = None
    playoff: PerBorder = None


class LastSeason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a placement depends on. `divisions` are in final order, every tie resolved, the highest first."""

    divisions: list[list[PastPlayer]]
    settings: Settings = Settings()
    playoffs: list[Playoff] = []
    newcomers: list[Newcomer] = []


class PlacedPlayer(msgspec.Struct, frozen=True):
    id: str
    reason: Reason


class SeasonPlan(msgspec.Struct, frozen=True):
    """The divisions of the next season, the highest first, each in the order of the sequence (G8)."""

    divisions: Sequence[Sequence[PlacedPlayer]]

    @property
    def unearned_moves(self) -> int:
        """The number of players who move without having earned it. The organiser is told before the plan is
        accepted."""
        return sum(placed.reason in UNEARNED for division in self.divisions for placed in division)
