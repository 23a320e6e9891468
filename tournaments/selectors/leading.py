"""Who leads in events that run, many events at a time: for the first page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Event, Standing, StandingTable
from tournaments.selectors.tables import ShownRow, shown_row

MOST_LEADERS = 3


@dataclass(frozen=True, slots=True)
class LedEvent:
    """An event, the first rows of its newest table, and after which round it is; none before the first result."""

    event: Event
    after_round: int
    leaders: tuple[ShownRow, ...]


def led_events(events: Iterable[Event]) -> list[LedEvent]:
    """The events in their order, with who leads: two queries for any number."""
    shown = list(events)
    newest: dict[int, tuple[int, int]] = {}
    tables = StandingTable.objects.filter(stage__event__in=shown, after_round__gt=0)
    for event_pk, table, after in tables.order_by("stage__number", "after_round").values_list(
        "stage__event", "pk", "after_round"
    ):
        newest[event_pk] = (table, after)
    rows = Standing.objects.filter(
        table__in=[table for table, _after in newest.values()], rank__lte=MOST_LEADERS, points__gt=0
    )
    leaders: dict[int, list[ShownRow]] = {}
    for row in rows.select_related("entry__player").defer("parts").order_by("rank", "entry__number"):
        leaders.setdefault(row.table_id, []).append(shown_row(row, ()))
    led = []
    for event in shown:
        table, after = newest.get(event.pk, (0, 0))
        led.append(LedEvent(event, after, tuple(leaders.get(table, [])[:MOST_LEADERS])))
    return led
