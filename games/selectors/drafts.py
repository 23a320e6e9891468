"""Records in progress."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Max

from games.engine.registry import game_system
from games.models import DraftPart, Game
from games.selectors.editions import StoredEditions
from games.selectors.games import set_up_of


@dataclass(frozen=True)
class DraftRecord:
    """A record in progress: the parts from the first one on without a gap, as far as they are legal, and those after
    them that are kept but fit no more, because an earlier one or the set-up was changed. `wrong` is the engine's
    violation of the first of these, or None where it only waits for an earlier one."""

    parts: list[DraftPart]
    misfits: list[DraftPart]
    wrong: Mapping[str, Any] | None


def draft_record(game: Game) -> DraftRecord:
    rows = list(DraftPart.objects.filter(game=game).select_related("game").order_by("number"))
    if not rows:
        return DraftRecord([], [], None)
    without_gap = [row for place, row in enumerate(rows, 1) if row.number == place]
    system = game_system(game.system)
    begun = system.begun_record(set_up_of(game), [row.body for row in without_gap])
    report = system.check_document(begun, StoredEditions(game.system))
    judged = system.judged(report)
    broken = judged.violations[0].part if judged.violations else None
    legal = len(judged.parts) if broken is None else min(len(judged.parts), broken - 1)
    wrong = msgspec.to_builtins(report)["violations"] if legal < len(without_gap) else ()
    return DraftRecord(rows[:legal], rows[legal:], wrong[0] if wrong else None)


def draft_parts(game: Game) -> list[DraftPart]:
    """The parts that were saved so far, from the first one on without a gap, as far as they are legal."""
    return draft_record(game).parts


def last_recorded(game: Game) -> int:
    """The number of the last saved part of a record in progress, be it one that fits no more; 0 where none is."""
    return DraftPart.objects.filter(game=game).aggregate(last=Max("number"))["last"] or 0


def draft_document(game: Game, parts: Sequence[Any]) -> bytes:
    """The record of the game with these saved parts, as it is handed in."""
    document = game_system(game.system).begun_record(set_up_of(game), parts)
    return json.dumps(document, separators=(",", ":")).encode()
