"""What a rating system is told and what it answers: frozen values, no behaviour beyond checks of their own shape.

Units are those of `units`: ratings in hundred-thousandths of a point, expected scores in billionths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

PlayerKey: TypeAlias = str | int
GameKey: TypeAlias = str | int


class Side(StrEnum):
    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game that counts, in the order of play. `score` is white's, in half points: 2 a win, 1 a draw, 0 a loss.
    `period` names the rating period it belongs to and matters only to a system that is told to rate by periods: games
    of one period stand together. ValueError for another score, and for a player who meets himself."""

    key: GameKey
    white: PlayerKey
    black: PlayerKey
    score: int
    period: str = ""

    def __post_init__(self) -> None:
        if self.score not in (0, 1, 2):
            raise ValueError(f"a score is 0, 1 or 2 half points, not {self.score!r}")
        if self.white == self.black:
            raise ValueError(f"{self.white!r} can't be rated against himself")

    def player(self, side: Side) -> PlayerKey:
        return self.white if side is Side.WHITE else self.black

    def half_points(self, side: Side) -> int:
        return self.score if side is Side.WHITE else 2 - self.score


@dataclass(frozen=True, slots=True)
class RatingState:
    """Where a player stands: all that rating his next game needs. `peak` is the highest rating he has held (K stays at
    its lowest once 2400 was reached). Deviation and volatility are None in a system without them."""

    rating: int
    games: int
    peak: int
    deviation: int | None = None
    volatility: int | None = None


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one game did to one side: `after` is `before + change`; `games` counts this one. `k` is None in a system
    without a K. `provisional` says whether the rating is still provisional after the game."""

    game: GameKey
    side: Side
    player: PlayerKey
    opponent: PlayerKey
    before: int
    expected: int
    k: int | None
    change: int
    after: int
    games: int
    provisional: bool
    deviation: int | None = None
    volatility: int | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """`history` has two rows a game, white's first, in the games' order. `states` holds everybody who was in the start
    or in a game; handing it on as the start of the next games gives what rating all of them at once gives."""

    history: tuple[RatingChange, ...]
    states: Mapping[PlayerKey, RatingState]
