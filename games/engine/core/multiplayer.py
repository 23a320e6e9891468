"""Seats, placings and violations: the common part of reports on games for 2 to N players (multiplayer rules M1 to M8).

Seats are "1" to "N", clockwise round the table. A value for each player is a dictionary by seat, in seat order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

BySeat = dict[str, int]
ClaimVerdict = Literal["agrees", "differs"] | None
MOST_SEATS = 9

SEATS: tuple[tuple[str, ...], ...] = tuple(
    tuple(str(seat) for seat in range(1, number + 1)) for number in range(MOST_SEATS + 1)
)
"""The seats of a game by its number of players."""


class SeatViolation(msgspec.Struct, frozen=True, gc=False):
    """One broken rule. `turn` counts the turns of the whole game from 1; `position` means what the system says. Each
    place is None where it means nothing. `message` is the English sentence, made from a template and `params`."""

    code: str
    rule: str | None
    turn: int | None
    seat: str | None
    position: int | None
    message: str
    params: dict[str, str | int] = {}


def ranked(strengths: Sequence[object]) -> list[int]:
    """Places by strength, the greatest first; equal strengths share a place (M3). Strengths must be comparable."""
    return [1 + sum(other > own for other in strengths) for own in strengths]  # type: ignore[operator]


def is_placing(places: Sequence[int]) -> bool:
    """Whether each place is 1 + the number of seats that are placed better (M3)."""
    return list(places) == ranked([-place for place in places])


def read_placing(text: str, players: int) -> tuple[int | None, ...]:
    """Places as people write them, by seat: "1>3>2" (seat 1 is first, seat 2 last), "1>2=3" (2 and 3 share the second
    place). None for a seat that isn't named. ValueError for what isn't written so, or names a seat twice."""
    places: dict[int, int] = {}
    for group in text.replace(" ", "").split(">"):
        place = len(places) + 1
        for name in group.split("="):
            seat = int(name) if name.isascii() and name.isdigit() and len(name) == 1 else 0
            if not 1 <= seat <= players or seat in places:
                raise ValueError(f"{text!r} doesn't place seats 1 to {players}")
            places[seat] = place
    return tuple(places.get(seat) for seat in range(1, players + 1))


def written_placing(places: Sequence[int], names: Sequence[str]) -> str:
    """Places as people write them, the best first: "Ada > Cleo = Bo". `names` are in the order of the seats."""
    groups = ([name for name, own in zip(names, places, strict=True) if own == place] for place in sorted(set(places)))
    return " > ".join(" = ".join(group) for group in groups)


def winner_of(placings: Mapping[str, int] | None) -> str | None:
    """The seat that is alone on place 1 (M4)."""
    first = [seat for seat, place in (placings or {}).items() if place == 1]
    return first[0] if len(first) == 1 else None


def claim_verdict(claim: Mapping[str, int] | None, placings: Mapping[str, int] | None) -> ClaimVerdict:
    """Whether the claimed places are the placings (M7): "agrees", "differs", or None without one of them."""
    if claim is None or placings is None:
        return None
    return "agrees" if claim == placings else "differs"
