"""Random single changes of a record, as decoded JSON: each keeps the record's shape, most break a rule."""

import copy
import random
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
SIDES = ("white", "black")


def _letter(rng: random.Random, duel: Json, row: str, letters: str) -> None:
    side = rng.choice(SIDES)
    place = rng.randrange(6)
    old = duel[row][side]
    duel[row][side] = old[:place] + rng.choice(letters) + old[place + 1 :]


def token(rng: random.Random, record: Json, duel: Json) -> None:
    _letter(rng, duel, "tokens", "LDSG")


def pawn(rng: random.Random, record: Json, duel: Json) -> None:
    _letter(rng, duel, "pawns", "SMW-")


def swapped_pawns(rng: random.Random, record: Json, duel: Json) -> None:
    side = rng.choice(SIDES)
    row = list(duel["pawns"][side])
    first, second = rng.sample(range(6), 2)
    row[first], row[second] = row[second], row[first]
    duel["pawns"][side] = "".join(row)


def same_pawn(rng: random.Random, record: Json, duel: Json) -> None:
    """Both sides the same pawn at a position."""
    side, place = rng.choice(SIDES), rng.randrange(6)
    other = duel["pawns"]["white" if side == "black" else "black"][place]
    duel["pawns"][side] = duel["pawns"][side][:place] + other + duel["pawns"][side][place + 1 :]


def order(rng: random.Random, record: Json, duel: Json) -> None:
    if "order" in duel and rng.random() < 0.3:
        del duel["order"]
    elif duel.get("order") and rng.random() < 0.6:
        rng.shuffle(duel["order"])
    else:
        duel["order"] = [rng.randrange(-1, 8) for _ in range(rng.randrange(7))]


def moves(rng: random.Random, record: Json, duel: Json) -> None:
    duel.setdefault("moves", {})[rng.choice(SIDES)] = "".join(rng.choices("LD.", k=rng.randrange(4)))


def more_spells(rng: random.Random, record: Json, duel: Json) -> None:
    name = rng.choice(("exchange_tokens", "strengthen_pawn", "reinforcement", "surge", "triumph"))
    spell: Json = {"by": rng.choice(SIDES), "spell": name}
    if name in ("surge", "triumph"):
        spell["direction"] = rng.choice("LD")
    else:
        spell["position"] = rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7))
    spells = duel.setdefault("spells", [])
    spells.insert(rng.randint(0, len(spells)), spell)


def repeated_spell(rng: random.Random, record: Json, duel: Json) -> None:
    spells = [spell for played in record["duels"] for spell in played.get("spells", [])]
    if spells:
        duel.setdefault("spells", []).append(copy.deepcopy(rng.choice(spells)))


def fewer_spells(rng: random.Random, record: Json, duel: Json) -> None:
    if duel.get("spells"):
        duel["spells"].pop(rng.randrange(len(duel["spells"])))


def moved_spell(rng: random.Random, record: Json, duel: Json) -> None:
    for spell in duel.get("spells", []):
        if "position" in spell:
            spell["position"] = rng.randint(1, 6)


def starter(rng: random.Random, record: Json, duel: Json) -> None:
    record["starter"] = rng.choice(SIDES)


def cards(rng: random.Random, record: Json, duel: Json) -> None:
    if "duel_cards" in record.get("variants", {}):
        rng.shuffle(record["variants"]["duel_cards"])


def swapped_duels(rng: random.Random, record: Json, duel: Json) -> None:
    rng.shuffle(record["duels"])


def claim(rng: random.Random, record: Json, duel: Json) -> None:
    record["claim"] = {"white": rng.randint(-5, 50), "black": rng.randint(-5, 50)}


CHANGES: tuple[Callable[[random.Random, Json, Json], None], ...] = (
    token,
    pawn,
    swapped_pawns,
    same_pawn,
    order,
    moves,
    more_spells,
    repeated_spell,
    fewer_spells,
    moved_spell,
    starter,
    cards,
    swapped_duels,
    claim,
)


def changed(rng: random.Random, record: Json) -> Json:
    """A copy of a record of at least one duel with one thing changed."""
    copied = copy.deepcopy(record)
    rng.choice(CHANGES)(rng, copied, rng.choice(copied["duels"]))
    return copied
