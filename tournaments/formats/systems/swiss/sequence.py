"""Which of the equally good pairings of a bracket is taken (C.04.3 Art. 3 and 4): the first in the rules' order.

The order: which moved-down players are paired, whom each of them meets, then for the remainder (the whole of a
homogeneous bracket) the fewest and smallest exchanges between its halves, and whom each of the first half meets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from tournaments.formats.systems.swiss.competitor import Competitor
from tournaments.formats.systems.swiss.matching import bits


class Choice(Protocol):
    """The set of the best pairings of a bracket, by positions, and one of them, which is its current member. Each
    method that returns a bool narrows the set if something is left of it, and else returns False and changes nothing.
    """

    def mate(self, position: int) -> int:
        """The mate in the current member, -1 or a position outside of the bracket for a floater."""

    def mates(self, position: int) -> int:
        """A mask of the mates that may still come into question."""

    def confine(self, position: int, mates: int) -> bool:
        """Keep the members in which this player's mate is one of those."""

    def settle(self, position: int, opponent: int) -> bool:
        """Keep the members in which these two are paired."""

    def split(self, first: int, second: int) -> bool:
        """Keep the members in which each of the first half is paired with one of the second who comes after him."""

    def exchanged(self, remainder: Sequence[int], pairs: int) -> list[int]:
        """The first half after the exchanges that 4.3 and 4.4 put first, where none isn't enough."""


@dataclass(frozen=True, slots=True)
class Sequenced:
    """Pairs (higher, lower) by position, in the order they were settled in, the first `moved_down_pairs` of them those
    of the moved-down players; and how many players were exchanged between the halves of the remainder."""

    pairs: tuple[tuple[int, int], ...]
    moved_down_pairs: int
    exchanges: int


def first_in_sequence(
    choice: Choice, players: Sequence[Competitor], moved_down: Sequence[int], residents: Sequence[int]
) -> Sequenced:
    """The pairing of the bracket that comes first. `players` is the whole field, the rest positions in it."""
    open_mask = sum(1 << position for position in residents)
    pairs: list[tuple[int, int]] = []
    for position in _paired_moved_down(choice, players, moved_down, open_mask):
        opponent = _first_opponent(choice, position, open_mask)
        open_mask &= ~(1 << opponent)
        pairs.append((position, opponent))
    moved_down_pairs = len(pairs)
    remainder = [position for position in residents if open_mask >> position & 1]
    first_half, exchanges = _first_half(choice, remainder, open_mask)
    for position in first_half:
        opponent = _first_opponent(choice, position, open_mask)
        pairs.append((position, opponent))
    return Sequenced(tuple(pairs), moved_down_pairs, exchanges)


def _paired_moved_down(
    choice: Choice, players: Sequence[Competitor], moved_down: Sequence[int], residents: int
) -> list[int]:
    """The moved-down players who are paired: how many of each score is settled, the highest ranked come first (3.2)."""
    chosen: list[int] = []
    for _, group in groupby(moved_down, key=lambda position: players[position].score):
        waiting = list(group)
        places = sum(choice.mate(position) >= 0 and residents >> choice.mate(position) & 1 for position in waiting)
        for index, position in enumerate(waiting):
            left = len(waiting) - index
            if places and (left == places or choice.confine(position, residents)):
                chosen.append(position)
                places -= 1
    return chosen


def _first_opponent(choice: Choice, position: int, opponents: int) -> int:
    """Settle the highest ranked opponent that this player can have."""
    for opponent in bits(choice.mates(position) & opponents):
        if choice.settle(position, opponent):
            return opponent
    raise AssertionError("a player who is paired in every pairing left has no opponent")


def _first_half(choice: Choice, remainder: Sequence[int], open_mask: int) -> tuple[list[int], int]:
    pairs = sum(choice.mate(position) > position and open_mask >> choice.mate(position) & 1 for position in remainder)
    original = list(remainder[:pairs])
    if _split(choice, remainder, original):
        return original, 0
    half = sorted(choice.exchanged(remainder, pairs))
    if not _split(choice, remainder, half):
        raise AssertionError("the exchanges chosen leave no pairing")
    return half, len(set(half) - set(original))


def _split(choice: Choice, remainder: Sequence[int], half: Sequence[int]) -> bool:
    first = sum(1 << position for position in half)
    second = sum(1 << position for position in remainder) & ~first
    return choice.split(first, second)
