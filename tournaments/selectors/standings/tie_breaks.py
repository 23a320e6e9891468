"""A line of the standings with everything that its values are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import NotFound
from tournaments.formats.core.tiebreaks.value import Cut, PartKind
from tournaments.models import Entry, Event, Stage, Standing, StandingTable
from tournaments.selectors.stages import is_final, is_of_pairs
from tournaments.selectors.standings.tables import Column, StandingsRow, columns_of, newest_table, standings_row


@dataclass(frozen=True, slots=True)
class PartRow:
    """One contribution to a value, as text in the value's units. `opponent` is empty where there was none. A part that
    is `cut` isn't in the sum."""

    round: int | None
    opponent: str
    opponent_key: str
    amount: str
    kind: PartKind
    cut: Cut | None


@dataclass(frozen=True, slots=True)
class ValueRow:
    column: Column
    text: str
    parts: tuple[PartRow, ...]


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """A line of a table. Without values where it isn't counted."""

    table: StandingTable
    row: StandingsRow
    number: int | None
    values: tuple[ValueRow, ...]

    @property
    def is_of_pairs(self) -> bool:
        """As of the whole table."""
        return is_of_pairs(self.table.stage)

    @property
    def is_bracket(self) -> bool:
        """As of the whole table."""
        return is_final(self.table.stage)


def explained_row(
    event: Event, entry_key: str, *, after_round: int | None = None, stage: Stage | None = None
) -> ExplainedRow:
    """The line of an entry in the table that `newest_table` finds. NotFound where there is none."""
    table = newest_table(event, after_round=after_round, stage=stage)
    rows = Standing.objects.filter(table=table, entry__key=entry_key).select_related("entry__player")
    row = rows.first() if table else None
    if table is None or row is None:
        raise NotFound("no_such_standing", _("This player has no place in these standings yet."))
    names = _opponents(event, row)
    values = tuple(
        ValueRow(column, str(text), tuple(_part(part, names) for part in parts))
        for column, text, parts in zip(columns_of(table, event), row.values, row.parts, strict=False)
    )
    return ExplainedRow(table, standings_row(row, ()), row.entry.number, values)


def _opponents(event: Event, row: Standing) -> dict[int, Entry]:
    numbers = {part["opponent"] for parts in row.parts for part in parts if part["opponent"] is not None}
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player") if numbers else []
    return {entry.number: entry for entry in entries if entry.number is not None}


def _part(part: Mapping[str, Any], opponents: Mapping[int, Entry]) -> PartRow:
    opponent = opponents.get(part["opponent"])
    return PartRow(
        round=part["round"],
        opponent=opponent.player.public_name if opponent else "",
        opponent_key=opponent.key if opponent else "",
        amount=str(part["amount"]),
        kind=PartKind(part["kind"]),
        cut=Cut(part["cut"]) if part["cut"] else None,
    )
