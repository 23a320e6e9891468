"""Records in progress."""

from __future__ import annotations

from games.models import DraftDuel, Game


def draft_duels(game: Game) -> list[DraftDuel]:
    """The duels that were saved so far, from the first one on without a gap."""
    rows = list(DraftDuel.objects.filter(game=game).order_by("number"))
    return [row for place, row in enumerate(rows, 1) if row.number == place]
