"""Records in progress."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from games.models import DraftDuel, Game
from games.selectors.arenas import report_of_duels


@dataclass(frozen=True)
class DraftRecord:
    """A record in progress: the duels from the first one on without a gap, as far as they are legal, and those after
    them that are kept but fit no more, because an earlier one or the set-up was changed. `wrong` is the engine's
    violation of the first of these, or None where it only waits for an earlier one."""

    duels: list[DraftDuel]
    misfits: list[DraftDuel]
    wrong: Mapping[str, Any] | None


def draft_record(game: Game) -> DraftRecord:
    rows = list(DraftDuel.objects.filter(game=game).order_by("number"))
    if not rows:
        return DraftRecord([], [], None)
    without_gap = [row for place, row in enumerate(rows, 1) if row.number == place]
    report = report_of_duels(game, [row.duel for row in without_gap])
    legal = len(report["duels"])
    is_wrong = legal < len(without_gap) and report["violations"]
    return DraftRecord(rows[:legal], rows[legal:], report["violations"][0] if is_wrong else None)


def draft_duels(game: Game) -> list[DraftDuel]:
    """The duels that were saved so far, from the first one on without a gap, as far as they are legal."""
    return draft_record(game).duels


def last_recorded(game: Game) -> int:
    """The number of the last saved duel of a record in progress, be it one that fits no more; 0 where none is."""
    return DraftDuel.objects.filter(game=game).aggregate(last=Max("number"))["last"] or 0


def draft_document(duels: Sequence[Mapping[str, Any]], set_up: Mapping[str, Any]) -> bytes:
    """The record with these saved duels, as it is handed in. `set_up`: what a document of this game says beside its
    duels."""
    document = {"format": "magistrar-record/1", **set_up, "duels": list(duels)}
    return json.dumps(document, separators=(",", ":")).encode()
