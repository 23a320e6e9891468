"""How players ended: their places in events, and the events that they won."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.enums import EventState
from tournaments.models import Event, Standing, StandingTable

MOST_WON = 50


def _newest() -> QuerySet[Standing]:
    """The lines of each event's newest table that count."""
    same = StandingTable.objects.filter(stage__event=OuterRef("table__stage__event"))
    later = Q(stage__number__gt=OuterRef("table__stage__number")) | Q(
        stage__number=OuterRef("table__stage__number"), after_round__gt=OuterRef("table__after_round")
    )
    return Standing.objects.filter(~Exists(same.filter(later)), is_counted=True, table__after_round__gt=0)


def ranks_of(entries: Collection[int]) -> dict[int, int]:
    """The ranks of entries (by primary key) in the newest table of their event, of those that stand in it."""
    return dict(_newest().filter(entry__in=entries).values_list("entry", "rank"))


def events_won(player: int) -> list[Event]:
    """The finished events that a player won alone, newest first."""
    equal = Standing.objects.filter(table=OuterRef("table"), rank=1, is_counted=True).exclude(pk=OuterRef("pk"))
    won = _newest().filter(entry__player=player, rank=1)
    events = won.filter(~Exists(equal)).values("table__stage__event")
    # The state is asked of these events alone: SQLite would else begin with all that are finished.
    finished = Event.objects.filter(pk__in=events, state=EventState.FINISHED)
    return list(finished.order_by("-starts_at", "key")[:MOST_WON])
