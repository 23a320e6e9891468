"""Seats: who sits where in a game, 1 to N, and the names that a system gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

Seat = int
"""The number of a seat, from 1, in the order of play."""

SeatNames = tuple[str, ...]
"""The names of a system's seats in its documents and reports: that of seat 1 first, as many as players can sit down."""

MOST_SEATS = 9

T = TypeVar("T")


def numbered_seats(most: int) -> SeatNames:
    """The names of seats that have none but their number (M1): "1", "2" up to `most`."""
    return tuple(str(seat) for seat in range(1, most + 1))


def seats_of(players: int) -> range:
    """The seats of a game of so many players."""
    return range(1, players + 1)


def seat_name(names: SeatNames, seat: Seat) -> str:
    """The name of a seat. Raises ValueError for a seat that the system hasn't."""
    if not 1 <= seat <= len(names):
        raise ValueError(f"there is no seat {seat}: seats are 1 to {len(names)}")
    return names[seat - 1]


def seat_of(names: SeatNames, name: str) -> Seat:
    """The seat of that name. Raises ValueError for a name that no seat has."""
    if name not in names:
        raise ValueError(f"there is no seat {name!r}: seats are {', '.join(names)}")
    return names.index(name) + 1


def by_seat(names: SeatNames, values: Mapping[str, T]) -> tuple[T, ...]:
    """Values by the name of the seat, as a tuple in the order of the seats: those of the first ones are given."""
    return tuple(values[name] for name in names[: len(values)])


def by_name(names: SeatNames, values: Sequence[T]) -> dict[str, T]:
    """Values in the order of the seats, by the name of the seat."""
    return dict(zip(names, values, strict=False))
