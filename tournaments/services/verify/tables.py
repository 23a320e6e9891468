"""Whether an event's stored tables are those that follow from its facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.values.state import shown
from magistrar_site.shared.facts import Difference
from tournaments.facts.stage_states import stage_entries, stage_state
from tournaments.facts.state import ReplayedState
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.standings import after_round
from tournaments.formats.registry import format_for
from tournaments.models import Event, Standing, StandingTable
from tournaments.models.rules import rules_read
from tournaments.selectors.stage_rules import table_columns, table_rows
from tournaments.services.stages.standings import standing_values

MEMBERS = ("rank", "points", "deducted", "values", "parts", "is_counted", "played", "wins", "draws", "losses")
Row = Mapping[str, Any]  # the members of a stored row, its entry's key among them
Place = tuple[int, int]  # stage, after so many of its rounds


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored. `made_from` is the number of the newest fact that it knows."""

    made_from: int = 0
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


def stored_tables(event: Event) -> dict[Place, StoredTable]:
    rows: dict[int, list[Row]] = {}
    standings = Standing.objects.filter(table__stage__event=event).select_related("entry")
    for row in standings.order_by("rank", "entry__number").iterator():
        members = {"entry": row.entry.key, **{name: getattr(row, name) for name in MEMBERS}}
        rows.setdefault(row.table_id, []).append(members)
    tables = StandingTable.objects.filter(stage__event=event).select_related("stage").order_by("stage", "after_round")
    return {
        (table.stage.number, table.after_round): StoredTable(
            table.made_from, tuple(table.columns), tuple(rows.get(table.pk, ()))
        )
        for table in tables
    }


def table_differences(
    state: ReplayedState, tables: Mapping[Place, StoredTable], head: int, notes: list[str]
) -> Iterator[Difference]:
    """Stored tables against those that follow from the facts. One that is behind is made up for by itself."""
    seed, left = state.the_event().seed, dict(tables)
    for stage in state.stages.values():
        if not stage.planned_rounds:
            continue
        entries = stage_entries(state, stage.number)
        stood, rules_then = stage.closed or (stage_state(state, stage.number), state.the_event().rules)
        rules = rules_read(dict(rules_then))
        now = for_standings(format_for(stage.format), stood, stage.options)
        for number in range(now.rounds_done + 1):
            found = left.pop((stage.number, number), StoredTable())
            if found.made_from < head:
                notes.append(f"the table after round {number} is behind: made from fact {found.made_from}")
                continue
            what = f"table after round {number}"
            columns = table_columns(stage, rules)
            if found.columns != columns:
                yield Difference(head, f"{what}, columns", shown(columns), shown(found.columns))
            rows = table_rows(stage, after_round(now, number), rules, seed)
            values = standing_values(now, number, rows)
            expected: list[Row] = [
                {"entry": entries[entrant].key, **members}
                for entrant, members in sorted(
                    values.items(), key=lambda row: (row[1]["rank"], entries[row[0]].number or 0)
                )
            ]
            yield from _row_differences(head, what, expected, found.rows)
    for (stage_number, number), found in left.items():
        if found.made_from >= head:
            yield Difference(head, f"stage {stage_number}, table after round {number}", "no table", "a table")


def _row_differences(number: int, what: str, expected: list[Row], found: tuple[Row, ...]) -> Iterator[Difference]:
    """The first member of each row that differs."""
    for place in range(max(len(expected), len(found))):
        one, other = (rows[place] if place < len(rows) else None for rows in (expected, found))
        if one is None or other is None:
            yield Difference(number, f"{what}, row {place + 1}", _named(one), _named(other))
            continue
        member = next((name for name in ("entry", *MEMBERS) if one[name] != other[name]), None)
        if member:
            yield Difference(number, f"{what}, row {place + 1}, {member}", shown(one[member]), shown(other[member]))


def _named(row: Row | None) -> str:
    return "no row" if row is None else f"a row of {row['entry']}"
