"""What players answered to a decision about their game, and what became of it: for them and the staff."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from magistrar_site.shared.selectors.reasons import Reason, reasons_of

if TYPE_CHECKING:
    from games.models import Game

NO_REASON = Reason("")


@dataclass(frozen=True)
class ShownAppeal:
    """An answer to a decision: whose, when, its text, and once it is decided what came of it, with the reason."""

    seat: int
    ruling: int
    by: str
    at: datetime
    text: Reason
    is_open: bool
    granted: bool
    why: Reason


def shown_appeals(game: Game, names: Mapping[int, str]) -> tuple[ShownAppeal, ...]:
    """All of a game, oldest first. `names` are by seat."""
    rows = list(game.appeals.order_by("fact_number"))
    facts = [number for row in rows for number in (row.fact_number, row.decided_fact) if number]
    reasons = reasons_of(game.stream, facts) if facts else {}
    return tuple(
        ShownAppeal(
            seat=row.seat,
            ruling=row.ruling,
            by=names[row.seat],
            at=row.at,
            text=reasons.get(row.fact_number, NO_REASON),
            is_open=not row.decided_fact,
            granted=row.granted,
            why=reasons.get(row.decided_fact, NO_REASON),
        )
        for row in rows
    )
