"""The ratings as they stand, from the last change of each player, and what they were before the last day of play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

import msgspec
from django.db.models import Value
from django.db.models.functions import Substr

from games.selectors.rated_games import TIME_DIGITS, position_of, time_of_position
from ratings.algorithms.core.values import PlayerKey, RatingState
from ratings.models import Rating
from ratings.selectors.generations import Generation
from ratings.services.rating_pool import RatingPool

LONGEST_BREAK = timedelta(hours=6)
LONGEST_EVENING = timedelta(hours=12)
Values = dict[str, Any]  # the members of a row


def round_half_up(value: int) -> int:
    """Hundred-thousandths of a point as whole points."""
    return (value + 50_000) // 100_000


def last_day_begins(times: Iterable[datetime]) -> datetime | None:
    """When the last day of play began, by the times at which games were played. An evening is one day, wherever
    midnight (UTC) falls in it."""
    ordered = sorted(set(times), reverse=True)
    if not ordered:
        return None
    last = begins = ordered[0]
    for at in ordered[1:]:
        is_same_evening = begins - at <= LONGEST_BREAK and last - at <= LONGEST_EVENING
        if at.date() != last.date() and not is_same_evening:
            break
        begins = at
    return begins


def last_day_of(generation: Generation) -> datetime | None:
    """When a pool's last day of play began: only games of a day and a half are looked at."""
    newest = generation.changes().order_by("-position").values_list("position", flat=True).first()
    if newest is None:
        return None
    last = time_of_position(newest)
    earliest = min(last - LONGEST_EVENING, datetime.combine(last.date(), time(), last.tzinfo))
    changes = generation.changes().filter(position__gte=position_of(earliest)).order_by()
    times = (
        changes.annotate(at=Substr("position", Value(1), Value(TIME_DIGITS))).values_list("at", flat=True).distinct()
    )
    return last_day_begins(time_of_position(at) for at in times)


def listed_points(pool: RatingPool, value: int, games: int) -> int | None:
    """The points by which a player is ranked; None with too few games."""
    return round_half_up(value) if games >= pool.pool.minimum_games else None


def points_before(
    pool: RatingPool, generation: Generation, day: datetime | None, players: Collection[int] | None = None
) -> dict[int, int | None]:
    """What players (all, or these) who played on the last day of play were ranked by before it."""
    if day is None:
        return {}
    changes = generation.changes().filter(position__gte=position_of(day)).order_by("position")
    if players is not None:
        changes = changes.filter(player__in=players)
    found: dict[int, int | None] = {}
    for player, before, games in changes.values_list("player", "before", "games"):
        if player not in found:
            found[player] = listed_points(pool, before, games - 1)
    return found


def rating_values(pool: RatingPool, state: RatingState, position: str, before: int | None) -> Values:
    """The members of a player's rating: after the last game, which stands at that position."""
    return {
        "value": state.rating,
        "games": state.games,
        "is_provisional": pool.system.is_provisional(state, pool.options),
        "points": listed_points(pool, state.rating, state.games),
        "points_before": before,
        "last_played_at": time_of_position(position),
        "state": msgspec.to_builtins(state),
    }


def ratings_follow(
    pool: RatingPool,
    generation: Generation,
    players: Collection[int],
    day: datetime | None,
    states: Mapping[PlayerKey, RatingState] | None = None,
) -> set[int]:
    """Bring the ratings of these players in line with their last changes, and return the players whose state moved.
    `day`: when the last day of play began; `states`: of those whose state isn't that after the last game."""
    moved = set()
    before = points_before(pool, generation, day, players)
    stored = {row.player_id: row for row in generation.ratings().filter(player__in=players)}
    newest = {row.player: row for row in generation.newest_rows_of(players)}
    for player in players:
        last, row = newest.get(player), stored.get(player)
        if last is None:
            if row is not None:
                row.delete()
                moved.add(player)
            continue
        state = (states or {}).get(player, last.state)
        values = rating_values(pool, state, last.position, before.get(player))
        if row is None or row.state != values["state"]:
            moved.add(player)
        if row is None:
            Rating.objects.create(pool=pool.pool, generation=generation.number, player_id=last.player, **values)
        elif any(getattr(row, name) != value for name, value in values.items()):
            Rating.objects.filter(pk=row.pk).update(**values)
    return moved


def days_follow(pool: RatingPool, generation: Generation, day: datetime | None) -> None:
    """Another day is the last one now: what its players were ranked by before it. Nobody looks at that of others."""
    before = points_before(pool, generation, day)
    rows = [
        row
        for row in generation.ratings().filter(player__in=list(before))
        if row.points_before != before[row.player_id]
    ]
    for row in rows:
        row.points_before = before[row.player_id]
    Rating.objects.bulk_update(rows, ["points_before"], batch_size=500)
