"""Records in progress."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.models import DraftDuel, Game
from games.selectors.arenas import report_of_duels


def draft_duels(game: Game) -> list[DraftDuel]:
    """The duels that were saved so far, from the first one on without a gap, as far as they are legal: the set-up of a
    game in a series may have changed since."""
    rows = list(DraftDuel.objects.filter(game=game).order_by("number"))
    rows = [row for place, row in enumerate(rows, 1) if row.number == place]
    return rows[: len(report_of_duels(game, [row.duel for row in rows])["duels"])]


def draft_document(game: Game, set_up: Mapping[str, Any]) -> bytes:
    """The record as far as it is saved, as it is handed in. `set_up`: what a document of this game says beside its
    duels."""
    document = {"format": "magistrar-record/1", **set_up, "duels": [row.duel for row in draft_duels(game)]}
    return json.dumps(document, separators=(",", ":")).encode()
