"""The standings of many events at a time, for pages that show them side by side."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Event, Standing, StandingTable
from tournaments.selectors.standings.tables import StandingsView, columns_of, possible_in, standings_row


def newest_views(events: Sequence[Event]) -> dict[int, StandingsView]:
    """The newest table of each of these events that has one, by the event's primary key. Two queries for any number."""
    newest: dict[int, StandingTable] = {}
    tables = StandingTable.objects.filter(stage__event__in=events).select_related("stage")
    for table in tables.order_by("stage__number", "after_round"):
        newest[table.stage.event_id] = table
    rows: dict[int, list[Standing]] = {}
    lines = Standing.objects.filter(table__in=newest.values()).select_related("entry__player").defer("parts")
    for line in lines.order_by("rank", "entry__number"):
        rows.setdefault(line.table_id, []).append(line)
    return {event.pk: _view(newest[event.pk], event, rows) for event in events if event.pk in newest}


def _view(table: StandingTable, event: Event, rows: dict[int, list[Standing]]) -> StandingsView:
    possible = possible_in(table)
    shown = tuple(standings_row(row, (), possible.get(row.entry.number or 0)) for row in rows.get(table.pk, ()))
    return StandingsView(table.stage, table.after_round, table.made_from, columns_of(table, event), shown)
