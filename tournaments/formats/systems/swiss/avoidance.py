"""Pairs that the event would rather avoid: forbidden as long as the round can be paired without them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.formats.systems.swiss.competitor import Competitor
from tournaments.formats.systems.swiss.field import Field, legal_masks
from tournaments.formats.systems.swiss.matching import bits
from tournaments.formats.systems.swiss.weighted import best_matching

Pairs = frozenset[frozenset[int]]


def unavoidable_pairs(players: Sequence[Competitor], forbidden: Pairs, avoided: Pairs, rounds_done: int) -> Pairs:
    """The fewest of the avoided pairs that must be allowed for the round to be paired at all, by pairing number."""
    legal = legal_masks(players, forbidden)
    candidates = sum(1 << position for position, player in enumerate(players) if player.may_have_bye)
    field = Field(tuple(players), legal, rounds_done, candidates if len(players) % 2 else 0)
    edges = [
        (one, other, 0 if _pair(players, one, other) in avoided else 1)
        for one, mask in enumerate(field.adjacency())
        for other in bits(mask & ~((2 << one) - 1))
    ]
    mates = best_matching(field.size + 1, edges, perfect=True)
    paired = {_pair(players, one, other) for one, other in enumerate(mates) if 0 <= one < other < field.size}
    return frozenset(paired & avoided)


def _pair(players: Sequence[Competitor], one: int, other: int) -> frozenset[int]:
    return frozenset(players[position].number for position in (one, other) if position < len(players))


def still_forbidden(forbidden: Iterable[frozenset[int]], avoided: Pairs, allowed: Pairs) -> Pairs:
    """What may not meet once some of the avoided pairs are allowed."""
    return frozenset(forbidden) | (avoided - allowed)
