"""Exchanges between the halves of a remainder (C.04.3 4.3, 4.4), where the halves as they are can't be paired.

Fewest exchanges come first; then the smallest difference of what is exchanged, by position in the remainder; then
the lowest ranked players leave the first half; then the highest ranked leave the second.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.systems.swiss.weighted import LARGEST_WEIGHT, Edge, best_matching


def exchanged_half(
    size: int, edges: Sequence[Edge], remainder: Sequence[int], pairs: int, *, perfect: bool
) -> list[int]:
    """The first half after the best exchanges. `edges` weigh what comes before (the larger the better), over `size`
    vertices, of which `remainder` are the players, in order; a pair's lower vertex is its member of the first half."""
    return _Exchanges(size, list(edges), remainder, pairs, perfect).solve()


class _Exchanges:
    def __init__(self, size: int, edges: list[Edge], remainder: Sequence[int], pairs: int, perfect: bool) -> None:
        self.size = size
        self.edges = edges
        self.place = {position: place for place, position in enumerate(remainder)}
        self.remainder = remainder
        self.pairs = pairs
        self.perfect = perfect
        self.distance_span = 1 + sum(range(len(remainder)))
        # How many whole bits are left for deciding single players in one go.
        largest = max((abs(weight) for _, _, weight in edges), default=0) + 1
        room = LARGEST_WEIGHT // (largest * self.distance_span * (pairs + 1))
        self.bits_at_once = max(1, room.bit_length() - 4)

    def solve(self) -> list[int]:
        half = self._half({})
        places = [self.place[position] for position in half]
        difference = sum(places) - sum(range(self.pairs))
        lowest = range(self.pairs - 1, max(self.pairs - difference, 0) - 1, -1)
        highest = range(self.pairs, min(self.pairs + difference, len(self.remainder)))
        for place_list, wants_first in ((list(lowest), False), (list(highest), True)):
            for start in range(0, len(place_list), self.bits_at_once):
                chunk = place_list[start : start + self.bits_at_once]
                half = self._decide(chunk, wants_first)
        return half

    def _decide(self, chunk: list[int], wants_first: bool) -> list[int]:
        """Settle for each place of the chunk, the earlier the more important, whether it is in the first half."""
        value = {place: 1 << (len(chunk) - 1 - index) for index, place in enumerate(chunk)}
        half = self._half({place: worth if wants_first else -worth for place, worth in value.items()})
        inside = {self.place[position] for position in half}
        for place in chunk:
            self._settle(self.remainder[place], place in inside)
        return half

    def _settle(self, position: int, is_first: bool) -> None:
        """Keep only the pairs in which this player is on that side."""
        if is_first:
            self.edges = [
                edge
                for edge in self.edges
                if position not in edge[:2] or (min(edge[:2]) == position and max(edge[:2]) in self.place)
            ]
        else:
            self.edges = [
                edge for edge in self.edges if not (min(edge[:2]) == position and max(edge[:2]) in self.place)
            ]

    def _half(self, worth: dict[int, int]) -> list[int]:
        place, pairs, distance_span = self.place, self.pairs, self.distance_span
        player_span = 2 * sum(abs(value) for value in worth.values()) + 1

        def tie_break(one: int, other: int) -> int:
            higher, lower = (one, other) if one < other else (other, one)
            if higher not in place or lower not in place:
                return 0
            first = place[higher]
            order = (first < pairs) * distance_span - first
            return order * player_span + worth.get(first, 0)

        span = (pairs + 1) * distance_span * player_span * 2
        mates = best_matching(self.size, self.edges, perfect=self.perfect, tie_break=tie_break, span=span)
        return [position for position in self.remainder if mates[position] > position and mates[position] in place]
