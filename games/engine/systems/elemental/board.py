"""The board: spots by number, and where a move leads (E8 to E10, EH4 to EH7).

Spots are numbered row by row from `a1`; a set of spots is an integer with one bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal, NamedTuple

Boundary = Literal["move", "leg"]

MOST_STEPS = 6
_STEP = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}


def _moves() -> Iterator[str]:
    for first, second in (*product("NS", "EW"), *product("EW", "NS")):
        for one, other in product(range(1, MOST_STEPS + 1), repeat=2):
            yield f"{first}{one}{second}{other}"


MOVES = frozenset(_moves())
"""Every move as it is written: two legs, each a direction and a die (EH4)."""


class Walk(NamedTuple):
    """The way of a move on an empty board, and what happens on it.

    `spots`: the spots entered, in order; `mask`: the same as a set; `end`: the last of them. `hits`: how many spots
    were entered before each step that would have left the board (EH7). `is_legal`: no leg that is begun leaves the
    board at once (EH4); where one does, the way ends before it.
    """

    spots: tuple[int, ...]
    mask: int
    hits: tuple[int, ...]
    is_legal: bool
    end: int


class Walks(dict[str, Walk]):
    """The walks from one spot by their moves, worked out when they are first asked for."""

    __slots__ = ("board", "start")

    def __init__(self, board: Board, start: int) -> None:
        super().__init__()
        self.board, self.start = board, start

    def __missing__(self, move: str) -> Walk:
        walk = self[move] = self.board.walk(self.start, move)
        return walk


class Board:
    """A board of an edition. `width` and `height` count spots; `is_magenta` is by spot, and so are the `walks`."""

    def __init__(self, rows: Sequence[str], boundary: Boundary) -> None:
        self.height, self.width = len(rows), len(rows[0])
        self.boundary = boundary
        self.is_magenta = [letter == "M" for row in reversed(rows) for letter in row]
        self.names = [f"{chr(97 + column)}{row + 1}" for row in range(self.height) for column in range(self.width)]
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.walks = [Walks(self, spot) for spot in range(len(self.names))]  # at most 144 from each

    def walk(self, start: int, move: str) -> Walk:
        """The way of a move from a spot."""
        column, row = start % self.width, start // self.width
        spots: list[int] = []
        hits: list[int] = []
        for direction, steps in ((move[0], int(move[1])), (move[2], int(move[3]))):
            right, up = _STEP[direction]
            for step in range(steps):
                if not (0 <= column + right < self.width and 0 <= row + up < self.height):
                    if step == 0:
                        return _walk_of(spots, hits, is_legal=False)
                    hits.append(len(spots))
                    break
                column, row = column + right, row + up
                spots.append(row * self.width + column)
            if hits and self.boundary == "move":
                break
        return _walk_of(spots, hits, is_legal=True)


def _walk_of(spots: list[int], hits: list[int], *, is_legal: bool) -> Walk:
    return Walk(tuple(spots), mask_of(spots), tuple(hits), is_legal, spots[-1] if spots else -1)


def mask_of(spots: Sequence[int]) -> int:
    """The spots as a set."""
    mask = 0
    for spot in spots:
        mask |= 1 << spot
    return mask
