"""The steps of final tables: who goes on from a table, and who does where a shared place leaves it open."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

Places = Mapping[int, int]  # by pairing number


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who goes on, best first. Where a shared place leaves it open, `tied` are those who share it and `open_places` how
    many of them go on: an extra game of theirs, or lots, decide."""

    through: tuple[int, ...]
    tied: tuple[int, ...] = ()
    open_places: int = 0


def advancing(places: Places, count: int) -> Advancing:
    """The best `count` of a final table by its places; everybody where there are no more."""
    by_place = sorted(places, key=lambda number: (places[number], number))
    if len(by_place) <= count:
        return Advancing(tuple(by_place))
    last = places[by_place[count - 1]]
    tied = tuple(number for number in by_place if places[number] == last)
    through = tuple(number for number in by_place if places[number] < last)
    if len(through) + len(tied) == count:
        return Advancing((*through, *tied))
    return Advancing(through, tied, count - len(through))


def decided_by_game(found: Advancing, places: Places) -> Advancing:
    """The same after an extra game of those tied, who may be tied again. Whoever wasn't in it doesn't go on."""
    if not found.tied:
        return found
    again = advancing({number: places[number] for number in found.tied if number in places}, found.open_places)
    return Advancing((*found.through, *again.through), again.tied, again.open_places)


def decided_by_lots(found: Advancing, seed: str) -> Advancing:
    """The same after lots: one seed, one draw."""
    drawn = sorted(found.tied, key=lambda number: hashlib.sha256(f"final:{seed}:{number}".encode()).digest())
    return Advancing((*found.through, *drawn[: found.open_places]))
