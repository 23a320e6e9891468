"""The leaders of one event and of many at a time: for its own page and for the first one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.core.points import HALF_POINTS
from tournaments.models import Event, Standing, StandingTable
from tournaments.selectors.stages import is_final, scale_of
from tournaments.selectors.standings.tables import StandingsRow, StandingsView, standings_of, standings_row

MOST_LEADERS = 3
MOST_STILL_IN = 4  # of a bracket: from the semi-finals on


@dataclass(frozen=True, slots=True)
class EventLeaders:
    """An event, and who leads by its newest table; none before the first result. In a bracket they are those who can
    still win it (`still_in`), and once it is won the first places. `scale`: of their points."""

    event: Event
    leaders: tuple[StandingsRow, ...]
    of_bracket: bool = False
    scale: int = HALF_POINTS

    @property
    def still_in(self) -> bool:
        return self.of_bracket and len(self.leaders) > 1 and self.leaders[1].rank == 1


def leaders_of(event: Event) -> StandingsView | None:
    """The first places of the newest table; None while nobody leads: before the first point, and in a bracket as long
    as many are in."""
    table = standings_of(event, most=MOST_STILL_IN + 1)
    return leaders_in(table) if table is not None else None


def leaders_in(table: StandingsView) -> StandingsView | None:
    """The first places of a table that begins with them, as `leaders_of`."""
    rows = first_rows(table.rows[: MOST_STILL_IN + 1], of_bracket=table.is_bracket)
    return replace(table, rows=rows) if rows and table.after_round else None


def first_rows(rows: Sequence[StandingsRow], *, of_bracket: bool) -> tuple[StandingsRow, ...]:
    """Of the first rows of a table those who lead. In a bracket points say nothing: there they are those who can still
    win it, if they are few, and once it is won the first places."""
    shown = [row for row in rows if row.is_counted and row.rank <= MOST_LEADERS]
    if not of_bracket:
        return tuple(row for row in shown if row.points)[:MOST_LEADERS]
    still_in = tuple(row for row in shown if row.rank == 1)
    if len(still_in) > MOST_STILL_IN:
        return ()
    return still_in if len(still_in) > 1 else tuple(shown[:MOST_STILL_IN])


def event_leaders(events: Iterable[Event]) -> list[EventLeaders]:
    """The events in their order, with who leads: two queries for any number."""
    shown = list(events)
    newest: dict[int, StandingTable] = {}
    tables = StandingTable.objects.filter(stage__event__in=shown, after_round__gt=0)
    for table in tables.order_by("stage__number", "after_round").select_related("stage"):
        newest[table.stage.event_id] = table
    rows = Standing.objects.filter(table__in=newest.values(), rank__lte=MOST_LEADERS)
    first: dict[int, list[StandingsRow]] = {}
    for row in rows.select_related("entry__player").defer("parts").order_by("rank", "entry__number"):
        first.setdefault(row.table_id, []).append(standings_row(row, ()))
    return [_leaders_of_event(event, newest.get(event.pk), first) for event in shown]


def _leaders_of_event(event: Event, table: StandingTable | None, first: dict[int, list[StandingsRow]]) -> EventLeaders:
    if table is None:
        return EventLeaders(event, ())
    of_bracket = is_final(table.stage)
    leaders = first_rows(first.get(table.pk, []), of_bracket=of_bracket)
    return EventLeaders(event, leaders, of_bracket, scale_of(table.stage))
