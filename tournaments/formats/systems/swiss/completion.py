"""Whether what a bracket leaves suits what is below it (C.04.3 C.4, C.8), by the best that can be hoped for."""

from __future__ import annotations

from tournaments.formats.systems.swiss.bracket import Bracket, mask_of
from tournaments.formats.systems.swiss.matching import Matching, bits

# How many players of the next bracket are tried as its own downfloater before the exact way is taken.
_TRIES = 60


def suits_what_is_below(bracket: Bracket, floaters: int, *, bye_is_open: bool) -> bool:
    """Whether all these downfloaters can be paired in the next bracket, with no more than one player of it left (none
    where that fits), and everybody below as well. True is a proof; False only says that this best can't be had."""
    field = bracket.field
    following = mask_of(bracket.following)
    adjacency = field.adjacency()
    for position in bits(floaters):
        adjacency[position] &= ~floaters
    guest = 1 << field.bye if bye_is_open else 0
    here = floaters | following
    guest_is_here = guest if field.bye_candidates & here else 0
    matching = Matching(adjacency, here | guest_is_here)
    for vertex in bits(floaters | guest_is_here):
        if matching.mate[vertex] < 0 and not matching.augment(vertex):
            return False
    left = matching.maximise()
    if left > 1:
        return False
    rest = bracket.below & ~following | (guest & ~guest_is_here)
    if not left:
        return _can_all_be_matched(adjacency, rest)
    if not rest:
        return False
    return any(_can_all_be_matched(adjacency, rest | 1 << vertex) for vertex in _possible_leavers(matching, following))


def _can_all_be_matched(adjacency: list[int], vertices: int) -> bool:
    return Matching(adjacency, vertices).maximise() == 0


def _possible_leavers(matching: Matching, following: int) -> list[int]:
    """The single vertex, and others of the next bracket that could be single in its place."""
    current = matching.single.bit_length() - 1
    leavers = [current]
    for vertex in bits(following & ~(1 << current)):
        if len(leavers) == _TRIES:
            break
        mates, single, alive = list(matching.mate), matching.single, matching.alive
        mate = matching.mate[vertex]
        matching.part(vertex)
        matching.alive &= ~(1 << vertex)
        if matching.augment(mate):
            leavers.append(vertex)
        matching.mate, matching.single, matching.alive = mates, single, alive
    return leavers
