"""Who leads in events that run, many events at a time: for the first page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.models import Event, Standing, StandingTable
from tournaments.selectors.tables import ShownRow, ShownTable, shown_row, standings_of

MOST_LEADERS = 3


@dataclass(frozen=True, slots=True)
class LedEvent:
    """An event, the first rows of its newest table, and after which round it is; none before the first result."""

    event: Event
    after_round: int
    leaders: tuple[ShownRow, ...]


def leaders_of(event: Event) -> ShownTable | None:
    """The first places of the newest table; None while nobody leads: before the first point."""
    table = standings_of(event, most=MOST_LEADERS)
    return leaders_in(table) if table is not None else None


def leaders_in(table: ShownTable) -> ShownTable | None:
    """The first places of a table that begins with them, as `leaders_of`."""
    rows = tuple(row for row in table.rows[:MOST_LEADERS] if row.points and row.is_counted and row.rank <= MOST_LEADERS)
    return replace(table, rows=rows) if rows and table.after_round else None


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
