"""What is said at the table of a game of Magistrar, and a duel of a record as it is laid out there."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from games.engine.core.choices import Choice
from games.engine.systems.magistrar.arena_terms import arena_terms
from games.engine.systems.magistrar.arena_values import Arena, recorded_duel
from games.engine.systems.magistrar.documents import Record, RecordDuel
from games.engine.systems.magistrar.edition import Edition

MAGES = Choice("mages", "seat", "mage")
CARDS = Choice("duel_cards", "part", "card", parts=4)  # R27: one for each of duels 1 to 4
CHOICES = (MAGES, CARDS)
WAYS: Mapping[str, tuple[str, ...]] = {
    "base": (),
    "cards": (CARDS.key,),
    "mages": (MAGES.key,),
    "both": (MAGES.key, CARDS.key),
}


def options(choice: str, edition: Edition) -> tuple[str, ...]:
    """The edition's mages or duel cards."""
    return tuple(edition.mages if choice == MAGES.key else edition.duel_rules)


def beginning(record: Record, duels: int) -> Record:
    """The first duels of a record; no more of its cards were turned up (R27)."""
    cards = record.variants.duel_cards
    variants = record.variants if cards is UNSET else replace(record.variants, duel_cards=cards[:duels])
    return replace(record, duels=record.duels[:duels], variants=variants)


def told_part(begun: Mapping[str, Any], sent: object, edition: Edition) -> dict[str, Any]:
    """The next duel of a begun record (as decoded JSON) as a record has it, from the arena as it was laid out or from
    a duel of a record. Raises ValueError for anything else."""
    try:
        arena, record = msgspec.convert(sent, Arena), msgspec.convert(begun, Record)
        begins = replace(record, duels=())
        one_by_one = arena_terms(begins, edition).duels[len(record.duels)].one_by_one
    except (msgspec.ValidationError, RecursionError, IndexError) as error:
        raise ValueError(str(error)) from error
    duel: dict[str, Any] = msgspec.to_builtins(recorded_duel(arena, one_by_one=one_by_one))
    return duel


def parts_agree(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two duels tell the same; the order of spells decides nothing."""
    return _without_order(first) == _without_order(second)


def _without_order(duel: Mapping[str, Any]) -> RecordDuel:
    told = msgspec.convert(duel, RecordDuel)
    return replace(told, spells=tuple(sorted(told.spells, key=repr)))
