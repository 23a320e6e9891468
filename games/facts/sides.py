"""Sides of version 1 as seats: White is seat 1, Black seat 2. What is neither stays as it is, so that
the newest version refuses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from games.engine.core.seats import MOST_SEATS
from magistrar_site.shared.facts import ContradictionError

if TYPE_CHECKING:
    from games.values.state import ReplayedGame

SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]

SEATS: Mapping[str, int | None] = {"white": 1, "black": 2, "": None}
PLACES: Mapping[str, list[int]] = {"white": [1, 2], "black": [2, 1], "": [1, 1]}


def require_seat(game: ReplayedGame, seat: int | None) -> None:
    """ContradictionError for a seat that the game doesn't have; None is the desk, or nobody."""
    if seat is not None and seat > len(game.seats):
        raise ContradictionError(f"seat of game {game.key}", f"1 to {len(game.seats)}", str(seat))


def seat_of_side(side: Any) -> Any:
    """The seat of a side, None for the desk ("")."""
    return SEATS.get(side, side) if isinstance(side, str) else side


def players_of_sides(players: Any) -> Any:
    """Players by side, in seat order."""
    is_known = isinstance(players, dict) and set(players) == {"white", "black"}
    return [players["white"], players["black"]] if is_known else players


def places_of_ruling(kind: Any, winner: Any) -> Any:
    """The places that a ruling on a game of two gave."""
    if kind == "double_forfeit":
        return []
    return PLACES.get(winner, winner) if isinstance(winner, str) else winner
