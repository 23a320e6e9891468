"""Schedules made ahead: who sits together in every round, so that as few pairs as possible meet more than once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, exp

from tournaments.formats.systems.tables.designs import designed
from tournaments.formats.systems.tables.search import Field, search
from tournaments.formats.systems.tables.seats import Counts, balanced_seats
from tournaments.formats.systems.tables.sizes import Sizes, TableSizes

Round = list[list[int]]
Meetings = list[list[int]]

SEED = 1  # for what no construction gives; the search is the same every time
MOVES = 300_000


@lru_cache(maxsize=32)
def schedule(players: int, sizes: TableSizes, rounds: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of each round, players from 0 on in the order of their seats; a table of one is a bye.

    Seat counts of a player differ by one at most where all tables are equal, and byes of two players likewise. Where
    a construction fits, nobody meets twice; otherwise a search of fixed length makes repeated meetings few.
    """
    cut = sizes.cut(players)
    if not cut or not rounds:
        return ()
    made: list[Round] = []
    if set(cut) == {sizes.preferred} and sum(cut) == players:
        made = [[list(table) for table in round_] for round_ in designed(players, sizes.preferred)[:rounds]]
    if len(made) < rounds:
        made = _searched(players, cut, rounds, made)
    seated = [set().union(*round_) for round_ in made]
    with_seats = balanced_seats([sorted(round_, key=lambda table: (-len(table), min(table))) for round_ in made])
    return tuple(
        (*map(tuple, round_), *((player,) for player in range(players) if player not in present))
        for round_, present in zip(with_seats, seated, strict=True)
    )


def pairs_again(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """How many pairs meet more than once."""
    met: Counts = {}
    for round_ in rounds:
        for table in round_:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return sum(times > 1 for times in met.values())


def fewest_meetings_again(players: int, cut: Sizes, rounds: int) -> int:
    """A bound: the sum over all pairs of the pairs of rounds in which they meet is no less."""
    meetings = rounds * sum(comb(size, 2) for size in cut)
    times, more = divmod(meetings, comb(players, 2))
    return comb(players, 2) * comb(times, 2) + more * times


def _searched(players: int, cut: Sizes, rounds: int, made: list[Round]) -> list[Round]:
    """The rounds made so far, followed by others: at first one round after the other, then all of them together."""
    rng = random.Random(SEED)
    met: Meetings = [[0] * players for _ in range(players)]
    byes = [0] * players
    for round_ in made:
        _note(round_, met)
    all_rounds = list(made)
    while len(all_rounds) < rounds:
        seated = sorted(range(players), key=lambda player: (byes[player], -player))[players - sum(cut) :]
        for player in set(range(players)).difference(seated):
            byes[player] += 1
        rng.shuffle(seated)
        field = Field([0] * len(seated), [[met[one][other] ** 2 for other in seated] for one in seated])
        ends = [sum(cut[: at + 1]) for at in range(len(cut))]
        start = [list(range(end - size, end)) for end, size in zip(ends, cut, strict=True)]
        found = search(field, start, rng, (0, 0), 20_000 + 20 * players)
        round_ = [[seated[at] for at in table] for table in found]
        _note(round_, met)
        all_rounds.append(round_)
    least = fewest_meetings_again(players, cut, rounds)
    if sum(comb(times, 2) for at, row in enumerate(met) for times in row[:at]) > least:
        # A construction with rounds added is kept as it is where loosening it brings nothing.
        loosened = _annealed(all_rounds, met, rng, least)
        if pairs_again(loosened) < pairs_again(all_rounds):
            return loosened
    return all_rounds


def _note(round_: Round, met: Meetings) -> None:
    for table in round_:
        for one in table:
            for other in table:
                if one != other:
                    met[one][other] += 1


def _annealed(rounds: Sequence[Round], met: Meetings, rng: random.Random, least: int) -> list[Round]:
    """The rounds after players have swapped tables in any of them; the price is the sum over all pairs of the pairs of
    rounds in which they meet. `met` is brought up to date on the way."""
    tables = [[list(table) for table in round_] for round_ in rounds]
    if len(tables[0]) < 2:
        return tables
    price = sum(comb(times, 2) for at, row in enumerate(met) for times in row[:at])
    best, best_price, is_best = tables, price, True
    draw = rng.random
    hot, cold = 0.7, 0.12
    cooling = (cold / hot) ** (1 / MOVES)
    temperature = hot
    for _move in range(MOVES):
        temperature *= cooling
        round_ = tables[int(draw() * len(tables))]
        here, there = int(draw() * len(round_)), int(draw() * len(round_))
        if here == there:
            continue
        first, second = round_[here], round_[there]
        seat, other_seat = int(draw() * len(first)), int(draw() * len(second))
        one, other = first[seat], second[other_seat]
        row, other_row = met[one], met[other]
        # The loops count the two, who don't sit together, once each; each pair that parts met once too often less.
        change = len(first) + len(second) - 2 - 2 * row[other]
        for player in first:
            change += other_row[player] - row[player]
        for player in second:
            change += row[player] - other_row[player]
        if change > 0 and draw() >= exp(-change / temperature):
            continue
        if is_best and change > 0:
            best, is_best = [[list(table) for table in each] for each in tables], False
        price += change
        for player in first:
            if player != one:
                row[player] -= 1
                met[player][one] -= 1
                other_row[player] += 1
                met[player][other] += 1
        for player in second:
            if player != other:
                other_row[player] -= 1
                met[player][other] -= 1
                row[player] += 1
                met[player][one] += 1
        first[seat], second[other_seat] = other, one
        if price < best_price:
            best_price, is_best = price, True
            if price <= least:
                break
    return tables if is_best else best
