"""The board: its spots, and where a move leads (E8 to E10, EH4 to EH7).

A set of spots is an integer with one bit for each, row by row from `a1`; a spot is the set of it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple

Boundary = Literal["move", "leg"]

MOST_STEPS = 6
_STEP = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}


def _moves() -> Iterator[str]:
    for first, second in (*product("NS", "EW"), *product("EW", "NS")):
        for one, other in product(range(1, MOST_STEPS + 1), repeat=2):
            yield f"{first}{one}{second}{other}"


MOVES: Mapping[str, str] = {move: move for move in _moves()}
"""Every move as it is written: two legs, each a direction and a die (EH4)."""


class Stop(NamedTuple):
    """The end of a move. `way`: the spots entered, in order. `is_met`: others stand on the last one. `at_boundary`:
    a step would have left the board (EH7)."""

    way: tuple[int, ...]
    is_met: bool
    at_boundary: bool


class Walk(NamedTuple):
    """The way of a move on an empty board.

    `mask`: the spots on it as a set, `way`: the same in order. `end`: the last of them; 0 where a leg that is begun
    leaves the board at once (EH4). `is_magenta`: the colour of the last one. `hit`: how many spots were entered before
    a step would have left the board (EH7), 0 where none would.
    """

    mask: int
    end: int
    is_magenta: bool
    hit: int
    way: tuple[int, ...]

    def stop(self, others: int) -> Stop | None:
        """Where the move ends if others stand on these spots: on the first of them (EH6). None where the move isn't
        allowed."""
        for entered, spot in enumerate(self.way, 1):
            if spot & others:
                return Stop(self.way[:entered], True, 0 < self.hit < entered)
        return Stop(self.way, False, self.hit > 0) if self.end else None


class Walks(dict[str, Walk]):
    """The walks from one spot by their moves, worked out when they are first asked for. KeyError for what is no move.

    They are looked up all the time and all over, so what they have in common is there once: a small table stays near
    the processor.
    """

    __slots__ = ("board", "start")

    def __init__(self, board: Board, start: int) -> None:
        super().__init__()
        self.board, self.start = board, start

    def __missing__(self, move: str) -> Walk:
        walk = self.board.walk(self.start, move)
        walk = self[MOVES[move]] = self.board.known.setdefault(walk, walk)
        return walk


class Board:
    """A board of an edition. A spot is the set of it alone: its bit.

    `width` and `height` count spots. `spots`: by name; `names`: by spot. `magenta`: the spots of that colour.
    `walks`: by spot.
    """

    def __init__(self, rows: Sequence[str], boundary: Boundary) -> None:
        self.height, self.width = len(rows), len(rows[0])
        self.boundary = boundary
        names = [f"{chr(97 + column)}{row + 1}" for row in range(self.height) for column in range(self.width)]
        self.spots = {name: 1 << number for number, name in enumerate(names)}
        self.names = {spot: name for name, spot in self.spots.items()}
        colours = "".join(reversed(rows))
        self.magenta = sum(spot for spot, colour in zip(self.names, colours, strict=True) if colour == "M")
        self.walks = {spot: Walks(self, spot) for spot in self.names}  # at most 144 from each
        self.known: dict[Walk, Walk] = {}
        self._by_number = list(self.names)

    def walk(self, start: int, move: str) -> Walk:
        """The way of a move from a spot."""
        row, column = divmod(start.bit_length() - 1, self.width)
        way: list[int] = []
        hit = 0
        for direction, steps in ((move[0], int(move[1])), (move[2], int(move[3]))):
            right, up = _STEP[direction]
            for step in range(steps):
                if not (0 <= column + right < self.width and 0 <= row + up < self.height):
                    if step == 0:
                        return Walk(sum(way), 0, False, hit, tuple(way))
                    hit = hit or len(way)
                    break
                column, row = column + right, row + up
                way.append(self._by_number[row * self.width + column])
            if hit and self.boundary == "move":
                break
        return Walk(sum(way), way[-1], way[-1] & self.magenta > 0, hit, tuple(way))
