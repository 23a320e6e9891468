"""The groups of a stage as pages show them: a table of each, read from what was derived."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.core.groups import snake_group
from tournaments.models import Stage
from tournaments.selectors.stages import groups_of_stage
from tournaments.selectors.standings.crosstables import CrossRow, crosstable_of_rows
from tournaments.selectors.standings.rows import standing_table
from tournaments.selectors.standings.tables import (
    StandingsRow,
    StandingsView,
    columns_of,
    lines_of,
    possible_in,
    standings_row,
)


@dataclass(frozen=True)
class GroupView:
    """A group with its table, as it stands or as it was when the stage was closed."""

    number: int
    table: StandingsView

    @property
    def name(self) -> str:
        return group_name(self.number)


def group_name(number: int) -> str:
    """A, B, and so on; numbers beyond Z."""
    return chr(ord("A") + number - 1) if number <= 26 else str(number)


def group_views(stage: Stage) -> list[GroupView]:
    """All groups of a stage; one for a stage without groups, none before there is a table. Two queries."""
    table = standing_table(stage)
    if table is None:
        return []
    groups = groups_of_stage(stage)
    rows: dict[int, list[StandingsRow]] = {group: [] for group in range(1, max(groups, 1) + 1)}
    possible = possible_in(table)
    for line in lines_of(table):
        number = snake_group(line.entry.number or 1, groups) if groups else 1
        rows[number].append(standings_row(line, (), possible.get(line.entry.number or 0)))
    columns = columns_of(table, stage.event)
    return [
        GroupView(number, StandingsView(stage, table.after_round, table.made_from, columns, tuple(found)))
        for number, found in rows.items()
    ]


def group_crosstable(stage: Stage, group: GroupView) -> list[CrossRow]:
    """Everybody of the group against everybody."""
    table = standing_table(stage)
    return crosstable_of_rows(table, group.table.rows) if table else []
