"""The one way in which a game is told: what documents of the same game have in common, however they are written."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from games.engine.systems.cum_laude.documents import Document, Record, Sheet, Turn
from games.engine.systems.cum_laude.names import COLOURS


def canonical_turn(turn: Turn) -> Turn:
    """The turn without lists that are there and empty."""
    empty: dict[str, Any] = {name: UNSET for name in ("takes", "exams", "discard") if getattr(turn, name) == ()}
    if turn.action and turn.action.exams == ():
        empty["action"] = msgspec.structs.replace(turn.action, exams=UNSET)
    return msgspec.structs.replace(turn, **empty) if empty else turn


def as_played(document: Document) -> Document:
    """The document without what doesn't belong to the play, its lists in the order of colours and seats. With which
    cards a game was played says nothing of how it lies at the end."""
    if isinstance(document, Record):
        turns = tuple(map(canonical_turn, document.turns))
        return msgspec.structs.replace(document, turns=turns, claim=UNSET, meta=UNSET)
    told = msgspec.structs.replace(document, change_places=False, claim=UNSET, meta=UNSET)
    if isinstance(told, Sheet):
        complete = tuple(sorted(told.complete_spells, key=COLOURS.index))
        return msgspec.structs.replace(told, complete_spells=complete, finishers=tuple(sorted(told.finishers)))
    return told


def with_piles_as_far_as_both_go(first: Record, second: Record) -> tuple[Record, Record]:
    """Two records with their draw piles cut to the shorter one: a pile is noted as far as it was drawn, or further."""
    length = min(len(first.setup.pile), len(second.setup.pile))
    return _with_pile(first, length), _with_pile(second, length)


def _with_pile(record: Record, length: int) -> Record:
    setup = msgspec.structs.replace(record.setup, pile=record.setup.pile[:length])
    return msgspec.structs.replace(record, setup=setup)
