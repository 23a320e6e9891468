"""Everybody to be paired, in order, with who may meet whom as bit masks over their positions in that order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats.core.state import Colour
from tournaments.formats.systems.swiss.competitor import Competitor


@dataclass(frozen=True, slots=True)
class Field:
    """`players` stand in the order for pairing (1.2). Bit j of `legal[i]` says that i and j may meet (C.1, C.3, the
    event's forbidden pairs). `bye` is the position after the last: a guest whom only `bye_candidates` may meet (C.2,
    C.5), and who exists only where the number of players is odd."""

    players: tuple[Competitor, ...]
    legal: tuple[int, ...]
    rounds_done: int
    bye_candidates: int = 0

    @property
    def size(self) -> int:
        return len(self.players)

    @property
    def bye(self) -> int:
        return len(self.players)

    @property
    def has_bye(self) -> bool:
        return len(self.players) % 2 == 1

    def adjacency(self) -> list[int]:
        """The legal pairs with the bye among them, as a fresh list of masks."""
        guest = 1 << self.bye
        masks = [
            mask | guest if self.bye_candidates >> position & 1 else mask for position, mask in enumerate(self.legal)
        ]
        masks.append(self.bye_candidates)
        return masks


def legal_masks(players: Sequence[Competitor], forbidden: Iterable[frozenset[int]]) -> tuple[int, ...]:
    """Who may meet whom, by position."""
    everybody = (1 << len(players)) - 1
    position = {player.number: place for place, player in enumerate(players)}
    barred = [1 << place for place in range(len(players))]
    for pair in forbidden:
        known = [position[number] for number in pair if number in position]
        if len(known) == 2:
            one, other = known
            barred[one] |= 1 << other
            barred[other] |= 1 << one
    clashing = _colour_clashes(players)
    masks = []
    for place, player in enumerate(players):
        met = barred[place]
        for number in player.opponents:
            if number in position:
                met |= 1 << position[number]
        if player.colour.is_absolute and player.colour.preference is not None and not player.is_topscorer:
            met |= clashing[player.colour.preference]
        masks.append(everybody & ~met)
    return tuple(masks)


def _colour_clashes(players: Sequence[Competitor]) -> dict[Colour, int]:
    """For each colour, the players who are absolutely due it and are no topscorers (C.3): topscorers bar nobody."""
    masks = dict.fromkeys(Colour, 0)
    for place, player in enumerate(players):
        if player.colour.is_absolute and player.colour.preference is not None and not player.is_topscorer:
            masks[player.colour.preference] |= 1 << place
    return masks
