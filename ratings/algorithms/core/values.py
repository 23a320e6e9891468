"""Input and output of a rating system: frozen values, no behaviour beyond checks of their own shape.

Units are those of `units`: ratings in hundred-thousandths of a point, expected scores in billionths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from enum import StrEnum
from typing import TypeAlias

import msgspec

PlayerKey: TypeAlias = str | int
GameKey: TypeAlias = str | int


class Side(StrEnum):
    WHITE = "white"
    BLACK = "black"


class RatedGame(msgspec.Struct, frozen=True):
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

    @property
    def players(self) -> tuple[PlayerKey, PlayerKey]:
        """Both players in seat order."""
        return self.white, self.black

    @property
    def scores(self) -> tuple[int, int]:
        """The half points of both, in seat order."""
        return self.score, 2 - self.score

    def player(self, side: Side) -> PlayerKey:
        return self.white if side is Side.WHITE else self.black

    def half_points(self, side: Side) -> int:
        return self.score if side is Side.WHITE else 2 - self.score


class RatedTable(msgspec.Struct, frozen=True):
    """A game of any number of players that counts. `players` and their `places` (1 the best, shared where ranked
    equally) are in seat order; `period` as in `RatedGame`. ValueError for places that don't belong to the players, and
    for a player who sits at the table twice."""

    key: GameKey
    players: tuple[PlayerKey, ...]
    places: tuple[int, ...]
    period: str = ""

    def __post_init__(self) -> None:
        if len(self.players) < 2 or len(self.players) != len(self.places):
            raise ValueError(f"{len(self.players)} players have {len(self.places)} places")
        if len(set(self.players)) != len(self.players):
            raise ValueError("nobody can be rated against themselves")

    @property
    def scores(self) -> tuple[int, ...]:
        """The half points of each player against all others, in seat order: 2 for each who is placed worse, 1 for each
        who shares the place."""
        return tuple(_half_points(place, self.places) for place in self.places)


def _half_points(own: int, places: Sequence[int]) -> int:
    return sum(2 if own < place else int(own == place) for place in places) - 1


Played: TypeAlias = RatedGame | RatedTable


class TablesNotRatedError(ValueError):
    """A game of more than two players in a rating system that rates games of two. `code` is stable."""

    code = "rating_of_two_only"


def only_of_two(games: Iterable[Played], system: str) -> Iterator[RatedGame]:
    """The games one after the other. TablesNotRatedError at the first with more than two players."""
    for game in games:
        if not isinstance(game, RatedGame):
            raise TablesNotRatedError(
                f"{system} rates games of two players only; game {game.key} has {len(game.players)}"
            )
        yield game


class RatingState(msgspec.Struct, frozen=True):
    """A player's state: all that rating their next game needs. `peak` is the highest rating they have held (K stays at
    its lowest once 2400 was reached). Deviation and volatility are None in a system without them; so are `mean` and
    `spread`, what a rating of two numbers is made from, in `FINE_UNIT`."""

    rating: int
    games: int
    peak: int
    deviation: int | None = None
    volatility: int | None = None
    mean: int | None = None
    spread: int | None = None


States: TypeAlias = MutableMapping[PlayerKey, RatingState]


class RatingChange(msgspec.Struct, frozen=True):
    """The effect of one game on one player: `after` is `before + change`; `games` counts this one. `score` is in half
    points and `expected` in billionths, both summed over all others of the table. `opponent` is None where there are
    several. `k` is None in a system without a K. `provisional` says whether the rating is still provisional after the
    game; `peak` is the highest rating held so far."""

    game: GameKey
    seat: int
    player: PlayerKey
    opponent: PlayerKey | None
    score: int
    before: int
    expected: int
    k: int | None
    change: int
    after: int
    games: int
    provisional: bool
    peak: int
    deviation: int | None = None
    volatility: int | None = None
    mean: int | None = None
    spread: int | None = None

    @property
    def state(self) -> RatingState:
        """The player's state after the game; in a system by periods, after all of its period once this is the
        player's last game of it."""
        return RatingState(self.after, self.games, self.peak, self.deviation, self.volatility, self.mean, self.spread)

    @property
    def side(self) -> Side:
        """The side of a game of two. IndexError for a seat beyond it."""
        return tuple(Side)[self.seat - 1]


class Rated(msgspec.Struct, frozen=True):
    """`history` has a row for each seat of a game, seat 1 first, in the games' order. `states` holds everybody who was
    in the start or in a game; handing it on as the start of the next games gives what rating all of them at once
    gives."""

    history: tuple[RatingChange, ...]
    states: Mapping[PlayerKey, RatingState]
