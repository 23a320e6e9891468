"""One thing changed in a duel of a record: what a slip of the pen or a cheat would do."""

import random

from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    ExchangeTokens,
    RecordDuel,
    Reinforcement,
    Spell,
    StrengthenPawn,
    Surge,
    Triumph,
)

_SPELLS: tuple[type[Spell], ...] = (ExchangeTokens, StrengthenPawn, Reinforcement, Surge, Triumph)


def with_a_change(rng: random.Random, duel: RecordDuel) -> RecordDuel:
    """The duel with one letter, two places, the order, a side's moves or one spell changed, legally or not."""
    what = rng.choice(("tokens", "pawns", "pawns", "pawns", "order", "moves", "spells", "spells"))
    side = rng.choice(("white", "black"))
    if what == "order":
        return replace(duel, order=_order(rng, duel))
    if what == "spells":
        return replace(duel, spells=_spells(rng, duel, side))
    rows = getattr(duel, what)
    if what == "moves":
        row = "".join(rng.choices("LD.", k=rng.randrange(3)))
    else:
        row = _row(rng, getattr(rows, side), "LDSG" if what == "tokens" else "WMS-")
    return replace(duel, **{what: replace(rows, **{side: row})})


def _row(rng: random.Random, row: str, letters: str) -> str:
    changed = list(row)
    one, other = rng.randrange(6), rng.randrange(6)
    if rng.random() < 0.5:
        changed[one], changed[other] = changed[other], changed[one]
    else:
        changed[one] = rng.choice(letters)
    return "".join(changed)


def _order(rng: random.Random, duel: RecordDuel):
    if duel.order is UNSET:
        return rng.choice(((), UNSET))
    order = rng.sample(duel.order, len(duel.order))
    return tuple(order[rng.randrange(2) :])


def _spells(rng: random.Random, duel: RecordDuel, side: str) -> tuple[Spell, ...]:
    spells = list(duel.spells)
    if spells and rng.random() < 0.5:
        spells.pop(rng.randrange(len(spells)))
    else:
        kind = rng.choice(_SPELLS)
        spells.append(kind(side, rng.choice("LD") if kind in (Surge, Triumph) else rng.randint(1, 6)))
    return tuple(spells)
