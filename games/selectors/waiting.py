"""What was handed in and waits: for somebody else's word, or for an arbiter's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F

from games.enums import GameState
from games.models import Submission


@dataclass(frozen=True, slots=True)
class Waiting:
    """The newest version of a game that waits; `seat` is whose player sent it, None for the desk."""

    submission_key: str
    seat: int | None


def waiting_of(games: Iterable[int]) -> dict[int, Waiting]:
    """By the games' primary keys, those that are handed in and not confirmed: one query for any number of them."""
    rows = Submission.objects.filter(
        game__in=list(games),
        game__state=GameState.SUBMITTED,
        accepted=True,
        fact_number__gt=F("game__set_aside_to"),
    )
    found = rows.order_by("fact_number").values_list("game_id", "key", "seat")
    return {game: Waiting(key, seat) for game, key, seat in found}
