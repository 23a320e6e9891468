"""What a place at a table is worth. A stage's unit is so small that every mean of shared places is a whole number."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm

from tournaments.formats.systems.tables.sizes import TableSizes

Entries = tuple[Fraction, ...]  # what the places of a table are worth, in points, from place 1 on

LINEAR, PODIUM, WINNER, BY_SIZE = "linear", "podium", "winner", "by_size"
RULES = (LINEAR, PODIUM, WINNER, BY_SIZE)


class PointsListError(ValueError):
    """The list of points can't be read, or doesn't fit the sizes of the tables. The message is in English."""


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """`entries` by size of the table, in points; `preferred` is the size that byes are reckoned by."""

    entries: Mapping[int, Entries]
    preferred: int

    @property
    def scale(self) -> int:
        """How many units make a point: the least number with which every mean of neighbouring places is whole."""
        return lcm(*(mean.denominator for entries in self.entries.values() for mean in _means(entries)))

    def of_table(self, places: Sequence[int], forfeited: Collection[int] = ()) -> tuple[int, ...]:
        """The points of each seat in units, by the places in the order of the seats: a shared place gets the mean of
        the places that it covers. `forfeited` are seats from 1 on: whoever forfeits gets nothing."""
        entries, scale = self.entries[len(places)], self.scale
        return tuple(
            0 if seat in forfeited else int(_shared(entries, place, places.count(place)) * scale)
            for seat, place in enumerate(places, 1)
        )

    @property
    def bye(self) -> int:
        """What a bye is worth, in units: the middle place of a table of the preferred size, or the mean of the two."""
        entries = self.entries[self.preferred]
        even = self.preferred % 2 == 0
        return int(_shared(entries, (self.preferred + 1) // 2, 2 if even else 1) * self.scale)


@lru_cache(maxsize=128)
def place_points(rule: str, text: str, sizes: TableSizes) -> PlacePoints:
    """The points of a stage. `text` lists them for `podium` ("5 3 2 1") and `by_size` ("3: 4 2 0; 4: 5 3 2 1").
    PointsListError for a list that doesn't fit."""
    every = range(sizes.least, sizes.most + 1)
    if rule == BY_SIZE:
        lists = _lists(text)
        if sorted(lists) != list(every):
            raise PointsListError(f"points are listed for {_counted(lists)}, not for {_counted(every)}")
        for size, entries in lists.items():
            _check(entries, size)
        return PlacePoints(lists, sizes.preferred)
    if rule == PODIUM:
        podium = _entries(text)
        _check(podium, sizes.preferred)
        return PlacePoints(
            {size: tuple(podium[min(at, len(podium) - 1)] for at in range(size)) for size in every}, sizes.preferred
        )
    if rule == WINNER:
        winner = (Fraction(1), *[Fraction(0)] * (sizes.most - 1))
        return PlacePoints({size: winner[:size] for size in every}, sizes.preferred)
    return PlacePoints({size: _linear(size, sizes.preferred) for size in every}, sizes.preferred)


def _linear(size: int, preferred: int) -> Entries:
    """Winning is worth the same at each table, and the last place nothing."""
    return tuple(Fraction((size - place) * (preferred - 1), size - 1) for place in range(1, size + 1))


def _means(entries: Entries) -> list[Fraction]:
    return [
        _shared(entries, place, covered)
        for place in range(1, len(entries) + 1)
        for covered in range(1, len(entries) - place + 2)
    ]


def _shared(entries: Entries, place: int, covered: int) -> Fraction:
    """The mean of so many places from that one on."""
    return sum(entries[place - 1 : place - 1 + covered], Fraction(0)) / covered


def _lists(text: str) -> dict[int, Entries]:
    found: dict[int, Entries] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        size, colon, entries = part.partition(":")
        if not (colon and _is_number(size.strip())):
            raise PointsListError(f'"{part}" isn\'t a size with its points, such as "4: 5 3 2 1"')
        if int(size) in found:
            raise PointsListError(f"points are listed twice for {int(size)}")
        found[int(size)] = _entries(entries)
    return found


def _entries(text: str) -> Entries:
    words = text.split()
    wrong = [word for word in words if not _is_number(word)]
    if wrong:
        raise PointsListError(f'"{wrong[0]}" isn\'t a whole number of points')
    return tuple(Fraction(int(word)) for word in words)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 4


def _check(entries: Entries, size: int) -> None:
    if len(entries) != size:
        raise PointsListError(f"{len(entries)} entries for a table of {size}")
    if any(better < worse for better, worse in pairwise(entries)):
        raise PointsListError("a better place is worth less than a worse one")


def _counted(sizes: Collection[int]) -> str:
    return ", ".join(map(str, sorted(sizes))) or "no size"
