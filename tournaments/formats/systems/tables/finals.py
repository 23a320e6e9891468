"""Final tables after a stage: who sits at them, who goes on from each, and the final ranking."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.systems.tables.straight import snake_cut

Places = Mapping[int, int]  # by pairing number


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who goes on, best first. Where a shared place leaves it open, `tied` are those who share it and `open_places` how
    many of them go on: an extra game of theirs, or lots, decide."""

    through: tuple[int, ...]
    tied: tuple[int, ...] = ()
    open_places: int = 0


def best_of_standings(ranking: Sequence[int], count: int) -> tuple[int, ...]:
    """The first `count` of the ranking. ValueError where there aren't so many."""
    if not 0 < count <= len(ranking):
        raise ValueError(f"{count} of {len(ranking)} can't go on")
    return tuple(ranking[:count])


def winners_and_best(ranking: Sequence[int], winners: Collection[int], count: int) -> tuple[int, ...]:
    """The winners of tables and then the best of the others, `count` in all, in the order of the ranking. ValueError
    where there are more winners than places, or too few players."""
    known = [number for number in ranking if number in winners]
    if len(known) > count:
        raise ValueError(f"{len(known)} winners of tables for {count} places")
    others = [number for number in ranking if number not in winners]
    chosen = {*known, *best_of_standings(others, count - len(known))} if count > len(known) else set(known)
    return tuple(number for number in ranking if number in chosen)


def final_tables(seeded: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    """Those who go on at equal tables, seeded in snake order. ValueError where they don't come out even."""
    if size < 2 or not seeded or len(seeded) % size:
        raise ValueError(f"{len(seeded)} players don't fill tables of {size}")
    return tuple(tuple(seeded[player] for player in table) for table in snake_cut((size,) * (len(seeded) // size)))


def advancing(places: Places, count: int) -> Advancing:
    """The best `count` of a final table by its places. ValueError for more than sat there."""
    if not 0 < count <= len(places):
        raise ValueError(f"{count} of a table of {len(places)} can't go on")
    by_place = sorted(places, key=lambda number: (places[number], number))
    last = places[by_place[count - 1]]
    tied = tuple(number for number in by_place if places[number] == last)
    through = tuple(number for number in by_place if places[number] < last)
    if len(through) + len(tied) == count:
        return Advancing((*through, *tied))
    return Advancing(through, tied, count - len(through))


def decided_by_game(found: Advancing, places: Places) -> Advancing:
    """The same after an extra game of those tied, who may be tied again."""
    if not found.tied:
        return found
    again = advancing({number: places[number] for number in found.tied}, found.open_places)
    return Advancing((*found.through, *again.through), again.tied, again.open_places)


def decided_by_lots(found: Advancing, seed: int) -> Advancing:
    """The same after lots: one seed, one draw."""
    drawn = sorted(found.tied, key=lambda number: hashlib.sha256(f"final:{seed}:{number}".encode()).digest())
    return Advancing((*found.through, *drawn[: found.open_places]))


def final_ranking(last_table: Places, before: Sequence[int]) -> list[tuple[int, int]]:
    """Rank and pairing number of everybody: the last table by its places, then all others in the order that they had
    before."""
    first = sorted(last_table.items(), key=lambda item: (item[1], item[0]))
    others = (number for number in before if number not in last_table)
    return [
        *((place, number) for number, place in first),
        *((rank, number) for rank, number in enumerate(others, len(last_table) + 1)),
    ]
