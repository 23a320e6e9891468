"""Into which places of the losers' bracket the losers of a round of the winners' bracket drop.

Whoever drops has beaten others on his way, and they went down into the losers' bracket from his own part of the
winners' bracket. Sending him to another part keeps rematches away. An order is a permutation for each dropping round
from the second on; losers of the first round meet their neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

Places: TypeAlias = tuple[int, ...]
Permutation: TypeAlias = Callable[[Places], Places]


def natural(places: Places) -> Places:
    return places


def reverse(places: Places) -> Places:
    return places[::-1]


def half_shift(places: Places) -> Places:
    half = len(places) // 2
    return places[half:] + places[:half]


def reverse_half_shift(places: Places) -> Places:
    """Each half reversed in its place."""
    half = len(places) // 2
    return places[:half][::-1] + places[half:][::-1]


def pair_flip(places: Places) -> Places:
    """Neighbours exchanged."""
    return tuple(place for start in range(0, len(places), 2) for place in places[start : start + 2][::-1])


# No rematch before it can't be avoided, at every size up to 256. After the drop from round j + 1, a place of the
# losers' bracket takes in losers of j + 1 rounds, each from 2^(j+1) places of round 1; as soon as these don't fit
# beside each other into the winners' bracket any more, two of them can have met.
LATE_REMATCH: tuple[Permutation, ...] = (reverse, half_shift, reverse_half_shift, pair_flip)

# The convention of the JavaScript library brackets-manager (1.11), by size. It has none beyond 128.
BRACKETS_MANAGER: Mapping[int, tuple[Permutation, ...]] = MappingProxyType(
    {
        4: (reverse,),
        8: (reverse,),
        16: (reverse_half_shift, reverse),
        32: (reverse, half_shift),
        64: (reverse, half_shift, reverse),
        128: (reverse, half_shift, pair_flip, pair_flip, pair_flip),
    }
)

ORDERS: Mapping[str, Callable[[int], tuple[Permutation, ...]]] = MappingProxyType(
    {
        "late-rematch": lambda _size: LATE_REMATCH,
        "brackets-manager": lambda size: BRACKETS_MANAGER.get(size, ()),
    }
)
DEFAULT_ORDER = "late-rematch"


def dropping_places(order: str, size: int, drop: int) -> Places:
    """For the `drop`-th dropping round (from 1 on, the second round of the winners' bracket) of a bracket of that size:
    for each match of the losers' bracket, from 1 on, which match of the winners' round its newcomer lost. KeyError for
    an order that isn't in ORDERS."""
    permutations = ORDERS[order](size)
    places = tuple(range(1, size // 2 ** (drop + 1) + 1))
    return permutations[drop - 1](places) if drop <= len(permutations) else places
