"""The growth of a player's points from round to round, beside those of whoever leads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Standing, StandingTable


@dataclass(frozen=True, slots=True)
class Progress:
    """Points in units of the stage after each round, 0 being the start; the leader's are empty for the leader's own
    line."""

    points: Mapping[int, int]
    leader_name: str
    leader_points: Mapping[int, int]


def progress_of(table: StandingTable, entry_key: str) -> Progress:
    """The points of an entry after every round up to the table's, in its stage, and those of the first in the table.
    Two queries."""
    leader = (
        Standing.objects.filter(table=table, rank=1).order_by("entry__number").select_related("entry__player").first()
    )
    leader_key = leader.entry.key if leader else entry_key
    rows = Standing.objects.filter(
        table__stage=table.stage, table__after_round__lte=table.after_round, entry__key__in={entry_key, leader_key}
    )
    found: dict[str, dict[int, int]] = {}
    for key, after, points in rows.order_by("table__after_round").values_list(
        "entry__key", "table__after_round", "points"
    ):
        found.setdefault(key, {0: 0})[after] = points
    is_leader = leader is None or leader_key == entry_key
    return Progress(
        points=found.get(entry_key, {}),
        leader_name="" if leader is None or is_leader else leader.entry.player.public_name,
        leader_points={} if is_leader else found.get(leader_key, {}),
    )
