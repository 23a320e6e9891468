"""Who sits together in a round, and who has a bye: as little as possible of what is forbidden, then of meeting again,
then of different scores at one table, then of the same seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.core.state import Entrant, StageState
from tournaments.formats.systems.tables.history import History, history_of, is_present
from tournaments.formats.systems.tables.schedule import schedule
from tournaments.formats.systems.tables.search import AVOIDED, FORBIDDEN, Field, Price, search
from tournaments.formats.systems.tables.seats import repeats, seats_of_table
from tournaments.formats.systems.tables.sizes import Sizes, TableSizes
from tournaments.formats.systems.tables.straight import nearest_cut, snake_cut, straight_cut

Table = list[int]


@dataclass(frozen=True, slots=True)
class Seated:
    """A round by pairing numbers: `tables` in the order of the seats, the largest first, `byes` who sits at none.

    `order` is the order of the standings, equal points by lots, that the tables were made from. `price` is what the
    seating costs in the `field`, `straight` what cutting that order straight would. `rule` says how it was made:
    `lots`, `snake`, `ahead` or `standings`.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    order: tuple[int, ...]
    price: Price
    straight: Price
    rule: str
    history: History
    field: Field


def moves_for(players: int) -> int:
    """How many swaps the search tries: less than a second's worth for 200 players."""
    return 100_000 + 400 * players


def seat_round(state: StageState, round_number: int, rng: random.Random, sizes: TableSizes, first: str) -> Seated:
    """The next round by the standings, the first one by lots or in snake order. Nobody sits where there are fewer than
    the least size."""
    draw = _draw(state, rng, sizes)
    if round_number > 1:
        return _seated(draw, _searched(draw, rng), "standings", rng)
    if first == "snake":
        ratings = {entrant.number: entrant.rating for entrant in state.entrants}
        draw = _draw(state, rng, sizes, key=lambda number: (-ratings[number], number))
        return _seated(draw, _snaked(draw, rng), "snake", rng)
    return _seated(draw, _searched(draw, rng), "lots", rng)


def seat_ahead(state: StageState, round_number: int, rng: random.Random, sizes: TableSizes) -> Seated:
    """The round of the schedule for everybody who was there at the start. Who is away now is left out where the tables
    stay as they should be; else, and with late entries, the round is made so that as few as possible meet again."""
    draw = _draw(replace(state, entrants=tuple(map(_without_points, state.entrants))), rng, sizes)
    planned = _planned(state, sizes)
    if round_number <= len(planned) and _is_kept(state, planned):
        row = _present_of_row(planned[round_number - 1], draw)
        if row is not None:
            return row
    return _seated(draw, _searched(draw, rng), "ahead", rng)


@dataclass(frozen=True, slots=True)
class _Draw:
    """What a round is made from: who plays, in order, who doesn't, and what it costs that two of them meet."""

    order: tuple[int, ...]
    byes: tuple[int, ...]
    cut: Sizes
    field: Field
    history: History


def _draw(
    state: StageState, rng: random.Random, sizes: TableSizes, key: Callable[[int], tuple[int, ...]] | None = None
) -> _Draw:
    """By default in the order of the points, equal ones by lots. Byes go by fewest byes, lowest points, highest
    number."""
    history = history_of(state)
    points = {entrant.number: entrant.points for entrant in state.entrants if is_present(entrant, state)}
    cut = sizes.cut(len(points))
    over = len(points) - sum(cut) if cut else 0
    byes = sorted(points, key=lambda number: (history.byes[number], points[number], -number))[:over]
    lots = sorted(set(points).difference(byes))
    rng.shuffle(lots)
    order = sorted(lots, key=key or (lambda number: (-points[number],)))
    return _Draw(
        tuple(order),
        tuple(sorted(byes)),
        cut,
        Field([points[number] if key is None else 0 for number in order], _pair_prices(state, order, history)),
        history,
    )


def _pair_prices(state: StageState, order: Sequence[int], history: History) -> list[list[int]]:
    at = {number: index for index, number in enumerate(order)}
    prices = [[0] * len(order) for _ in order]

    def add(pair: Collection[int], price: int) -> None:
        if len(pair) == 2 and all(number in at for number in pair):
            one, other = (at[number] for number in pair)
            prices[one][other] += price
            prices[other][one] += price

    for pair, rounds in history.meetings.items():
        add(pair, len(rounds) ** 2)
    for pair in state.forbidden:
        add(pair, FORBIDDEN)
    for pair in state.avoided - state.forbidden:
        add(pair, AVOIDED)
    return prices


def _searched(draw: _Draw, rng: random.Random) -> list[Table]:
    """The cheapest seating that is found, from the better of two cuts on."""
    if not draw.cut:
        return []
    straight, nearest = straight_cut(draw.cut), nearest_cut(draw.field.points, draw.cut)
    least = 0, draw.field.price(nearest)[1]
    start = min(straight, nearest, key=draw.field.price)
    return search(draw.field, start, rng, least, moves_for(len(draw.order)))


def _snaked(draw: _Draw, rng: random.Random) -> list[Table]:
    """The snake; where that puts together who is kept apart, players of one turn of the snake change tables, and if
    that isn't enough, anybody."""
    if not draw.cut:
        return []
    start = snake_cut(draw.cut)
    price = draw.field.price(start)
    if price > (0, 0):
        start = _repaired(draw.field, start)
        price = draw.field.price(start)
    if price > (0, 0):
        start = search(draw.field, start, rng, (0, 0), moves_for(len(draw.order)))
    return start


def _repaired(field: Field, start: Sequence[Sequence[int]]) -> list[Table]:
    """Swaps between two tables at the same height, as long as the price falls, the nearest first."""
    tables = [list(table) for table in start]
    price = field.price(tables)
    swaps = [
        (row, here, there)
        for row in range(max(map(len, tables)))
        for here in range(len(tables))
        for there in range(here + 1, len(tables))
        if row < min(len(tables[here]), len(tables[there]))
    ]
    swaps.sort(key=lambda swap: swap[2] - swap[1])
    is_better = True
    while is_better and price > (0, 0):
        is_better = False
        for row, here, there in swaps:
            first, second = tables[here], tables[there]
            first[row], second[row] = second[row], first[row]
            found = field.price(tables)
            if found < price:
                price, is_better = found, True
            else:
                first[row], second[row] = second[row], first[row]
    return tables


def _seated(draw: _Draw, tables: Sequence[Sequence[int]], rule: str, rng: random.Random) -> Seated:
    """The largest tables first, of equal ones the one with the first of the order; seats as evenly as can be, equal
    ones by lots."""
    straight = straight_cut(draw.cut)
    if draw.field.price(tables) == draw.field.price(straight) and _seat_repeats(draw, straight) < _seat_repeats(
        draw, tables
    ):
        tables = straight
    numbered = sorted((sorted(table) for table in tables), key=lambda table: (-len(table), table))
    seats = []
    for table in numbered:
        drawn = [draw.order[at] for at in table]
        rng.shuffle(drawn)
        seats.append(tuple(seats_of_table(drawn, draw.history.seats)))
    return _made(draw, tuple(seats), draw.byes, rule)


def _seat_repeats(draw: _Draw, tables: Sequence[Sequence[int]]) -> int:
    seats = draw.history.seats
    return sum(repeats(seats_of_table([draw.order[at] for at in table], seats), seats) for table in tables)


def _made(draw: _Draw, tables: tuple[tuple[int, ...], ...], byes: tuple[int, ...], rule: str) -> Seated:
    at = {number: index for index, number in enumerate(draw.order)}
    is_same = all(number in at for table in tables for number in table)
    price = draw.field.price([[at[number] for number in table] for table in tables]) if is_same else (0, 0)
    return Seated(
        tables, byes, draw.order, price, draw.field.price(straight_cut(draw.cut)), rule, draw.history, draw.field
    )


def _without_points(entrant: Entrant) -> Entrant:
    return replace(entrant, sittings=tuple(replace(sitting, points=0) for sitting in entrant.sittings))


def _planned(state: StageState, sizes: TableSizes) -> list[list[tuple[int, ...]]]:
    """The schedule by pairing numbers; late entries aren't in it."""
    numbers = sorted(entrant.number for entrant in state.entrants if entrant.number not in state.latecomers)
    rounds = schedule(len(numbers), sizes, state.planned_rounds)
    return [[tuple(numbers[player] for player in table) for table in round_] for round_ in rounds]


def _is_kept(state: StageState, planned: Sequence[Sequence[tuple[int, ...]]]) -> bool:
    """Whether all tables so far were tables of the schedule, or what was left of them."""
    for at, round_ in enumerate(planned[: state.rounds_done]):
        table_of = {number: frozenset(table) for table in round_ for number in table}
        for entrant in state.entrants:
            sitting = entrant.sittings[at] if at < len(entrant.sittings) else None
            if sitting and sitting.others and not table_of.get(entrant.number, frozenset()).issuperset(sitting.others):
                return False
    return True


def _present_of_row(row: Sequence[tuple[int, ...]], draw: _Draw) -> Seated | None:
    """The tables of the schedule without who is away; None where they aren't as they would be cut for those who are
    here, or where somebody is here who isn't in it."""
    here = {*draw.order, *draw.byes}
    tables = [tuple(number for number in table if number in here) for table in row if len(table) > 1]
    byes = tuple(number for table in row if len(table) == 1 for number in table if number in here)
    sizes = tuple(sorted(map(len, tables), reverse=True))
    if sizes != draw.cut or sum(sizes) + len(byes) != len(here):
        return None
    seats = tuple(table if table in row else tuple(seats_of_table(table, draw.history.seats)) for table in tables)
    return _made(draw, tuple(sorted(seats, key=len, reverse=True)), byes, "ahead")
