"""The search for who sits together: players swap tables, at first also for the worse, less and less so (annealing).

Its length depends on the number of players alone, never on the clock: the same players and lots give the same tables.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from tournaments.formats.systems.tables.every_seating import MOST, every_seating, seating_count

FEW = 16
Rows = Sequence[Sequence[int]]
Seating = list[list[int]]  # players by table, as indices from 0 on
Price = tuple[int, int]

FORBIDDEN = 1 << 44
AVOIDED = 1 << 24
_SOFT_FORBIDDEN, _SOFT_AVOIDED = 6, 2


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be seated, in the order of the standings. `points` falls. `pairs[i][j]` is what it costs that i and j
    sit together: times met before, squared, with FORBIDDEN and AVOIDED on top."""

    points: Sequence[int]
    pairs: Rows

    def price(self, tables: Sequence[Sequence[int]]) -> Price:
        """The sum over the pairs at one table, and of (highest - lowest points) squared over the tables: less is
        better, the first before the second."""
        pairs = self.pairs
        together = sum(
            pairs[one][other] for table in tables for at, one in enumerate(table) for other in table[at + 1 :]
        )
        return together, sum(spread(self.points, table) for table in tables)


def spread(points: Sequence[int], table: Sequence[int]) -> int:
    """(highest - lowest points) squared."""
    at = [points[player] for player in table]
    return (max(at) - min(at)) ** 2


def search(field: Field, start: Sequence[Sequence[int]], rng: random.Random, least: Price, moves: int) -> Seating:
    """A seating at tables of the same sizes, never dearer than `start`; it ends early at the price `least`, below which
    there is nothing."""
    best = [list(table) for table in start]
    price = field.price(best)
    sizes = tuple(map(len, start))
    if price > least and len(field.points) <= FEW and seating_count(sizes) <= MOST:
        return min(every_seating(range(len(field.points)), sizes), key=field.price)
    starts = 3 if len(field.points) <= 64 else 1
    for _start in range(starts):
        if price <= least:
            break
        best, price = _anneal(field, best, price, rng, least, moves // starts)
    return _descend(field, best, least)


def _anneal(
    field: Field, start: Seating, price: Price, rng: random.Random, least: Price, moves: int
) -> tuple[Seating, Price]:
    """One cooling down, from where a pair that met once more is accepted easily to where only better tables are."""
    tables = [list(table) for table in start]
    points, pairs = field.points, field.pairs
    soft = _softened(pairs)
    is_soft = soft is not pairs
    count = len(points)
    table_of = [0] * count
    for at, table in enumerate(tables):
        for player in table:
            table_of[player] = at
    spreads = [spread(points, table) for table in tables]
    weight = max(2 * (max(points) - min(points)) ** 2, 1)
    hot = weight * max(1.0, max(map(max, soft)) / 3)
    cold = weight / 10_000 if weight > 1 else 0.15
    cooling = (cold / hot) ** (1 / max(moves, 1))
    window = min(3 * len(tables[0]), count - 1)
    together, apart = price
    best, best_price, is_best = start, price, True
    draw = rng.random
    temperature = hot
    for move in range(moves):
        temperature *= cooling
        one = int(draw() * count)
        if move & 1:
            other = int(draw() * count)
        else:
            other = one + 1 + int(draw() * window)
            if other >= count:
                other -= count
        here, there = table_of[one], table_of[other]
        if here == there:
            continue
        first, second = tables[here], tables[there]
        row, other_row = soft[one], soft[other]
        change = -2 * row[other]  # the loops count the two, who don't sit together, once each
        low = high = points[other]
        for player in first:
            change += other_row[player] - row[player]
            if player != one:
                at = points[player]
                if at < low:
                    low = at
                elif at > high:
                    high = at
        first_spread = (high - low) * (high - low)
        low = high = points[one]
        for player in second:
            change += row[player] - other_row[player]
            if player != other:
                at = points[player]
                if at < low:
                    low = at
                elif at > high:
                    high = at
        second_spread = (high - low) * (high - low)
        further = first_spread + second_spread - spreads[here] - spreads[there]
        dearer = change * weight + further
        if dearer > 0 and draw() >= exp(-dearer / temperature):
            continue
        if is_soft:
            change = _exactly(pairs, first, second, one, other)
        if is_best and (change, further) > (0, 0):
            best, is_best = [list(table) for table in tables], False
        together += change
        apart += further
        first[first.index(one)] = other
        second[second.index(other)] = one
        table_of[one], table_of[other] = there, here
        spreads[here], spreads[there] = first_spread, second_spread
        if together < best_price[0] or (together == best_price[0] and apart < best_price[1]):
            best_price, is_best = (together, apart), True
            if best_price <= least:
                break
    return (tables if is_best else best), best_price


def _softened(pairs: Rows) -> Rows:
    """The same with what is forbidden and avoided so dear that it is left, and so cheap that it can be passed through;
    `pairs` itself where there is neither."""
    if not any(price >= AVOIDED for row in pairs for price in row):
        return pairs
    return [
        [
            price % AVOIDED
            + price // AVOIDED % (FORBIDDEN // AVOIDED) * _SOFT_AVOIDED
            + price // FORBIDDEN * _SOFT_FORBIDDEN
            for price in row
        ]
        for row in pairs
    ]


def _exactly(pairs: Rows, first: Sequence[int], second: Sequence[int], one: int, other: int) -> int:
    """What swapping `one` of the first table with the `other` of the second changes in the price of the pairs."""
    row, other_row = pairs[one], pairs[other]
    change = -2 * row[other]
    for player in first:
        change += other_row[player] - row[player]
    for player in second:
        change += row[player] - other_row[player]
    return change


def _descend(field: Field, start: Seating, least: Price) -> Seating:
    """Swaps, also of players far apart, as long as one of them makes the whole cheaper."""
    tables = [list(table) for table in start]
    count = len(field.points)
    reach = count if count <= 200 else 3 * len(tables[0])
    price = field.price(tables)
    for _round in range(10):
        table_of = {player: at for at, table in enumerate(tables) for player in table}
        before = price
        for one in range(count):
            for other in range(one + 1, min(count, one + reach)):
                here, there = table_of[one], table_of[other]
                if here == there:
                    continue
                first, second = tables[here], tables[there]
                change = _exactly(field.pairs, first, second, one, other)
                if change > 0:
                    continue
                swapped = [
                    [other if player == one else player for player in first],
                    [one if player == other else player for player in second],
                ]
                further = sum(spread(field.points, table) for table in swapped) - sum(
                    spread(field.points, table) for table in (first, second)
                )
                if (change, further) < (0, 0):
                    tables[here], tables[there] = swapped
                    table_of[one], table_of[other] = there, here
                    price = price[0] + change, price[1] + further
        if price == before or price <= least:
            break
    return tables
