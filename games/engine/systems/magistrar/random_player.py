"""A seeded player who plays whole legal games at random.

For demonstrations, simulated events, tests and benchmarks: the games are varied rather than good. Each side plays a
duel in a temper of its own, from level-headed to spending one kind of pawn first, so that identical pawns that can't
be helped (H2, H5) come up as well.
"""

import random
from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    DUELS_IN_A_GAME,
    NO_VARIANTS,
    POSITIONS,
    Record,
    RecordDuel,
    Side,
    SideMoves,
    SideRows,
    Variants,
)

SIDES: tuple[Side, Side] = ("white", "black")
OTHER: dict[Side, Side] = {"white": "black", "black": "white"}
BAG = "L" * 14 + "D" * 14 + "S" * 2  # R1
STOCK = {"S": 5, "M": 13, "W": 10}  # R2
STRENGTH = {"W": 1, "M": 2, "S": 3}
SUPERS = "SG"

# How many times more eagerly each kind is reached for.
_TEMPERS: tuple[dict[str, int], ...] = (
    {"S": 1, "M": 1, "W": 1},
    {"S": 1, "M": 1, "W": 1},
    {"S": 3, "M": 2, "W": 1},
    {"S": 30, "M": 1, "W": 1},
    {"S": 1, "M": 30, "W": 1},
    {"S": 1, "M": 1, "W": 30},
    {"S": 10, "M": 1, "W": 10},
)


def random_record(
    rng: random.Random,
    *,
    starter: Side | None = None,
    variants: Variants | None = None,
    edition: str = DEFAULT_EDITION,
    duels: int = DUELS_IN_A_GAME,
) -> Record:
    """A random legal record of `duels` duels (0 to 5); the same generator state gives the same record.

    `starter`: drawn by lot (R4) where it is None. `variants`: none where it is None.
    """
    first: Side = rng.choice(SIDES) if starter is None else starter
    variants = variants or NO_VARIANTS
    bags = {side: _shuffled_bag(rng, side, variants) for side in SIDES}
    stocks = {side: Counter(STOCK) for side in SIDES}
    played = []
    for number in range(1, duels + 1):
        tokens = {side: "".join(bags[side][6 * number - 6 : 6 * number]) for side in SIDES}
        duel_starter = first if number % 2 else OTHER[first]  # R5
        played.append(_random_duel(rng, tokens, stocks, duel_starter, in_turns=number == DUELS_IN_A_GAME))
    return Record(starter=first, duels=tuple(played), edition=edition, variants=variants)


def _shuffled_bag(rng: random.Random, side: Side, variants: Variants) -> list[str]:
    bag = list(BAG)
    if variants.golden is not UNSET:
        bag += "G" * (variants.golden.white if side == "white" else variants.golden.black)
    rng.shuffle(bag)
    return bag


def _random_duel(
    rng: random.Random, tokens: dict[Side, str], stocks: dict[Side, Counter[str]], starter: Side, *, in_turns: bool
) -> RecordDuel:
    order: list[int] | None = None
    if in_turns:
        order = [at for at in range(1, POSITIONS + 1) if all(tokens[side][at - 1] not in SUPERS for side in SIDES)]
        rng.shuffle(order)
        pawns = _encounter_by_encounter(rng, tokens, stocks, starter, order)
    else:
        pawns = _row_by_row(rng, tokens, stocks, starter)
    return RecordDuel(
        tokens=SideRows(tokens["white"], tokens["black"]),
        pawns=SideRows("".join(pawns["white"]), "".join(pawns["black"])),
        order=UNSET if order is None else tuple(order),
        moves=SideMoves(*(_random_moves(rng, tokens[side], tokens[OTHER[side]]) for side in SIDES)),
    )


def _random_moves(rng: random.Random, own: str, opposite: str) -> str:
    won = sum((a == "G" and b != "G") or (a == "S" and b not in SUPERS) for a, b in zip(own, opposite, strict=True))
    return "".join(rng.choices("LD.", (4, 4, 1), k=won))


def _row_by_row(
    rng: random.Random, tokens: dict[Side, str], stocks: dict[Side, Counter[str]], starter: Side
) -> dict[Side, list[str]]:
    """R7: the starter fills his rocks, then the responder his."""
    responder = OTHER[starter]
    rows = {side: ["-"] * POSITIONS for side in SIDES}
    temper = rng.choice(_TEMPERS)
    for at in _rocks_to_fill(rng, tokens[starter]):
        rows[starter][at] = _take(rng, stocks[starter], temper, tuple(stocks[starter]))
    stock, temper = stocks[responder], rng.choice(_TEMPERS)
    rocks = _rocks_to_fill(rng, tokens[responder])
    faced = [rows[starter][at] for at in rocks]
    unavoidable = fewest_identical(faced, stock)
    for done, at in enumerate(rocks, 1):
        opposite = faced[done - 1]
        fitting = []
        for kind in stock:
            left = stock - Counter(kind)
            if stock[kind] and (kind == opposite) + fewest_identical(faced[done:], left) <= unavoidable:
                fitting.append(kind)
        rows[responder][at] = _take(rng, stock, temper, fitting)
        unavoidable -= rows[responder][at] == opposite
    return rows


def fewest_identical(faced: Sequence[str], stock: Counter[str]) -> int:
    """H2: in how few encounters a stock can face these pawns with identical ones, each rock being filled."""
    total = stock.total()
    return max(0, *(faced.count(kind) - (total - stock[kind]) for kind in STRENGTH))


def _encounter_by_encounter(
    rng: random.Random, tokens: dict[Side, str], stocks: dict[Side, Counter[str]], starter: Side, order: Sequence[int]
) -> dict[Side, list[str]]:
    """R17: a lead and its answer in turn; R18: the rocks that face a super energy last."""
    rows = {side: ["-"] * POSITIONS for side in SIDES}
    tempers = {side: rng.choice(_TEMPERS) for side in SIDES}
    for turn, position in enumerate(order):
        leader = OTHER[starter] if turn % 2 else starter
        answerer = OTHER[leader]
        lead = _take(rng, stocks[leader], tempers[leader], tuple(stocks[leader]))
        different = [kind for kind in stocks[answerer] if stocks[answerer][kind] and kind != lead]
        answer = _take(rng, stocks[answerer], tempers[answerer], different or [lead])  # H5
        rows[leader][position - 1], rows[answerer][position - 1] = lead, answer
    for side in SIDES:
        for at in _rocks_to_fill(rng, tokens[side]):
            if at + 1 not in order:
                rows[side][at] = _take(rng, stocks[side], tempers[side], tuple(stocks[side]))
    return rows


def _rocks_to_fill(rng: random.Random, tokens: str) -> list[int]:
    rocks = [at for at, token in enumerate(tokens) if token not in SUPERS]  # H1
    rng.shuffle(rocks)
    return rocks


def _take(rng: random.Random, stock: Counter[str], temper: dict[str, int], kinds: Sequence[str]) -> str:
    """Draw a pawn of one of these kinds from the stock, where there is one."""
    (kind,) = rng.choices(kinds, [stock[kind] * temper[kind] for kind in kinds])
    stock[kind] -= 1
    return kind
