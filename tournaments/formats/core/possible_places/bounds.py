"""Places by the reaches alone: they hold for any number of open games, and only ever narrow."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.formats.core.possible_places.reaches import Reach
from tournaments.formats.core.possible_places.values import PossiblePlace


def bounded_places(reaches: Sequence[Reach], droppable: Collection[int]) -> dict[int, PossiblePlace]:
    """By pairing number. Those who may still be struck from the table can't be relied on to stay ahead, and can
    themselves fall behind all others."""
    places = {}
    for reach in reaches:
        others = [other for other in reaches if other.number != reach.number]
        behind = [other for other in others if reach.is_ahead_of(other)]
        ahead = sum(other.number not in droppable and other.is_ahead_of(reach) for other in others)
        places[reach.number] = PossiblePlace(
            number=reach.number,
            best=1 + ahead,
            worst=len(reaches) if reach.number in droppable else len(reaches) - len(behind),
            games_left=reach.games_left,
        )
    return places
