from __future__ import annotations

from collections.abc import Sequence

import msgspec

# The games of a round of a schedule that is known ahead, as pairs of pairing numbers.
RoundGames = Sequence[tuple[int, int]]


class Guarantee(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """So many wins and ties in the entrant's open games, the others lost, make sure of a place no worse than
    `worst`, whatever the others do."""

    wins: int
    ties: int
    worst: int


class PossiblePlace(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The places that an entrant can still end on, 1 is first. Those who are level in every column count as able to
    take each other's places, so `worst` is the last of the places that they share.

    `is_exact`: both ends can be reached by results that are still possible, where the numbers of open games may be
    anything that the game allows; else they are bounds that hold. The entrant's own withdrawal is reckoned with where
    it would strike their games. `games_left`: own games without a result, and rounds to come. `guarantees`: results in
    own games that make better places certain than `worst`, the fewest points first.
    """

    number: int
    best: int
    worst: int
    is_exact: bool = False
    games_left: int = 0
    guarantees: tuple[Guarantee, ...] = ()
