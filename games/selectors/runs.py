"""Runs of wins."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.enums import SETTLED_STATES, ResultKind
from games.models import SeatResult


@dataclass(frozen=True, slots=True)
class Run:
    """So many games that a player won in a row."""

    length: int
    player_key: str
    player_name: str


def longest_run(streams: Collection[str]) -> Run | None:
    """The longest run of wins over all games of these streams that were really played, in the order of play; of equals
    the one that was complete first. None where nobody won. Two queries."""
    rows = SeatResult.objects.filter(
        result__is_current=True,
        result__kind=ResultKind.PLAYED,
        result__game__stream__in=streams,
        result__game__is_void=False,
        result__game__state__in=SETTLED_STATES,
    ).order_by("result__game__played_at", "result_id", "seat_id")
    winners: dict[int, list[int]] = {}
    seats: list[tuple[int, int, bool]] = []
    for result, player, place in rows.values_list("result_id", "seat__player_id", "place"):
        seats.append((result, player, place == 1))
        if place == 1:
            winners.setdefault(result, []).append(player)
    running: dict[int, int] = {}
    best, holder = 0, 0
    for result, player, is_first in seats:
        running[player] = running.get(player, 0) + 1 if is_first and len(winners[result]) == 1 else 0
        if running[player] > best:
            best, holder = running[player], player
    if not best:
        return None
    found = rows.filter(seat__player=holder).select_related("seat__player").first()
    assert found is not None
    return Run(best, found.seat.player.key, found.seat.player.public_name)
