"""What the organiser's moves by hand make of a plan (G3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from leagues.placement.values import Reason, SeasonPlan


class HandPlaced(NamedTuple):
    """A player in the plan with the moves. `by_hand`: the organiser put them here, whatever the plan says."""

    id: str
    reason: Reason
    by_hand: bool


def with_moves(plan: SeasonPlan, moved_to: Mapping[str, int]) -> tuple[list[list[HandPlaced]], str]:
    """The divisions with these players at the end of another one, and a player who is moved beyond a next division ("":
    none). Such a player is put in the last one. Divisions that nobody is left in go."""
    divisions: list[list[HandPlaced]] = [[] for _division in plan.divisions]
    moved: list[HandPlaced] = []
    for number, division in enumerate(plan.divisions, 1):
        for placed in division:
            is_moved = moved_to.get(placed.id, number) != number
            player = HandPlaced(placed.id, placed.reason, is_moved)
            (moved if is_moved else divisions[number - 1]).append(player)
    too_far = ""
    for player in moved:
        to = moved_to[player.id]
        if to > len(divisions) + 1:
            too_far, to = too_far or player.id, len(divisions)
        if to == len(divisions) + 1:
            divisions.append([])
        divisions[to - 1].append(player)
    return [division for division in divisions if division], too_far
