"""Schedules in which no two players meet twice, for numbers of players for which there is a construction.

A schedule is a list of rounds, a round a list of tables, a table a list of players from 0 on.

- Two at a table: the circle method.
- Tables of k, k times q players, q a prime power of at least k: a resolvable transversal design. Player (i, x) of k
  groups of q sits in round m at the table b = x + m * a(i), computed in the field with q elements, the a(i) being k of
  them: two players of different groups have one round in common, two of one group none. Where q is itself a number of
  players with a schedule, the groups play that at the end. (C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial
  Designs, III.3.)
- Some more are one round that is moved on: player (x, j) becomes (x + 1, j) modulo v in the next round, and players
  "at infinity" stay. Every difference of two players at one table occurs once at most. The rounds were found by
  annealing with the differences that occur twice as the price; the tests check them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tournaments.formats.systems.tables.fields import ORDERS, finite_field

Round = list[list[int]]
Schedule = list[Round]

# By players and table size: the modulus v, and the first round. Numbers below v are (x, 0), below 2v (x, 1) and so on;
# the highest stay where they are.
_MOVED_ON: Mapping[tuple[int, int], tuple[int, Sequence[Sequence[int]]]] = {
    (15, 3): (7, ((11, 1, 7), (3, 12, 10), (4, 8, 9), (13, 14, 5), (6, 2, 0))),
    (24, 4): (
        7,
        ((11, 6, 13, 7), (3, 9, 21, 14), (23, 20, 12, 1), (15, 8, 18, 17), (16, 0, 22, 10), (2, 19, 4, 5)),
    ),
    (28, 4): (
        9,
        (
            (12, 15, 4, 0),
            (10, 17, 21, 20),
            (19, 22, 13, 14),
            (18, 1, 23, 3),
            (5, 8, 24, 26),
            (2, 9, 27, 25),
            (11, 6, 16, 7),
        ),
    ),
}


@cache
def designed(players: int, size: int) -> Schedule:
    """The longest schedule that is known here for so many players at equal tables of that size: one round where
    there is no construction. [] where the tables can't be equal."""
    if size < 2 or players < size or players % size:
        return []
    if size == 2:
        return _circle(players)
    if (players, size) in _MOVED_ON:
        return _moved_on(*_MOVED_ON[players, size], players)
    groups_of = players // size
    if groups_of in ORDERS and groups_of >= size:
        return [*_transversal(size, groups_of), *_within_groups(size, groups_of)]
    return [[list(range(at, at + size)) for at in range(0, players, size)]]


def _circle(players: int) -> Schedule:
    circle = players - 1
    return [
        [[round_, circle], *([(round_ + step) % circle, (round_ - step) % circle] for step in range(1, players // 2))]
        for round_ in range(circle)
    ]


def _moved_on(modulus: int, first: Sequence[Sequence[int]], players: int) -> Schedule:
    moving = players // modulus * modulus

    def moved(player: int, by: int) -> int:
        return player if player >= moving else player // modulus * modulus + (player % modulus + by) % modulus

    return [[[moved(player, by) for player in table] for table in first] for by in range(modulus)]


def _transversal(size: int, order: int) -> Schedule:
    field = finite_field(order)
    rounds: Schedule = []
    for slope in range(order):
        tables: Round = [[] for _ in range(order)]
        for group in range(size):
            for element in range(order):
                table = field.sums[element][field.products[slope][group]]
                tables[table].append(group * order + element)
        rounds.append(tables)
    return rounds


def _within_groups(size: int, order: int) -> Schedule:
    """What the groups of the transversal design can play among themselves."""
    return [
        [[group * order + player for player in table] for group in range(size) for table in round_]
        for round_ in designed(order, size)
    ]
