"""Standings as pages show them: read from what was derived, never worked out here."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from tournaments.enums import EntryState
from tournaments.formats.core.possible_places.values import PossiblePlace
from tournaments.formats.core.tiebreaks.catalogue import catalogue
from tournaments.formats.core.tiebreaks.tie_break import TieBreak
from tournaments.formats.core.tiebreaks.value import NO_VALUE
from tournaments.models import Event, Stage, Standing, StandingTable
from tournaments.models.numbers import columns_of_event
from tournaments.selectors.entries import GONE
from tournaments.selectors.stages import is_final, is_of_pairs, scale_of


@dataclass(frozen=True)
class Column:
    """A column of the standings by its code; `tie_break` is None where the catalogue doesn't have it any more."""

    code: str
    tie_break: TieBreak | None

    @property
    def name(self) -> str:
        """In English; its code where there is no other."""
        return self.tie_break.name if self.tie_break else self.code


@dataclass(frozen=True)
class StandingsRow:
    """A line of the standings. Points in units of the table's scale; values as text, in the columns' order. `left`
    says in words that the entry plays no more: withdrawn or expelled; else it is empty. `deducted`: what an
    arbiter took away; the points are without it. `possible`: the places that are still possible, where that is told."""

    entry_key: str
    player_key: str
    name: str
    rank: int
    points: int
    played: int
    wins: int
    draws: int
    losses: int
    values: tuple[str, ...]
    is_me: bool
    is_counted: bool = True
    left: str = ""
    deducted: int = 0
    possible: PossiblePlace | None = None


@dataclass(frozen=True)
class StandingsView:
    """A stage's standings after a round, made from the event's facts up to `made_from`."""

    stage: Stage
    after_round: int
    made_from: int
    columns: tuple[Column, ...]
    rows: tuple[StandingsRow, ...]

    @property
    def scale(self) -> int:
        """The number of units that make one point."""
        return scale_of(self.stage)

    def decided(self, at: int) -> int | None:
        """By which column the row at that place is ahead of the next: -1 for points, None where nothing says so."""
        if self.is_bracket or at + 1 >= len(self.rows):
            return None
        row, after = self.rows[at], self.rows[at + 1]
        if not (row.is_counted and after.is_counted) or row.rank == after.rank:
            return None
        if row.points != after.points:
            return -1
        differing = (place for place, two in enumerate(zip(row.values, after.values, strict=True)) if two[0] != two[1])
        return next(differing, None)

    def without_empty_columns(self) -> StandingsView:
        """The table without columns in which nobody has a value: nothing was decided by them."""
        filled = [
            place
            for place in range(len(self.columns))
            if any(row.values[place] != NO_VALUE for row in self.rows if row.is_counted)
        ]
        return replace(
            self,
            columns=tuple(self.columns[place] for place in filled),
            rows=tuple(
                replace(row, values=tuple(row.values[place] for place in filled)) if row.is_counted else row
                for row in self.rows
            ),
        )

    @property
    def tells_places(self) -> bool:
        """Whether the places still possible are known exactly, of somebody at least."""
        return any(row.possible is not None and row.possible.is_exact for row in self.rows)

    @property
    def has_bounds(self) -> bool:
        """Whether of some the places still possible are told as bounds."""
        return any(row.possible is not None and not row.possible.is_exact for row in self.rows)

    @property
    def has_deductions(self) -> bool:
        return any(row.deducted for row in self.rows)

    @property
    def is_of_pairs(self) -> bool:
        """Whether two play each game, so that one of them wins, or both tie."""
        return is_of_pairs(self.stage)

    @property
    def is_bracket(self) -> bool:
        """Whether ranks say who is still in and how far the others came, and points decide nothing."""
        return is_final(self.stage)


def standings_of(
    event: Event,
    *,
    after_round: int | None = None,
    stage: Stage | None = None,
    mine: Collection[str] = (),
    most: int | None = None,
) -> StandingsView | None:
    """The table that `newest_table` finds; None where there is none. `most` cuts it to the first places."""
    table = newest_table(event, after_round=after_round, stage=stage)
    if table is None:
        return None
    rows = lines_of(table)
    return _shown_table(table, event, rows if most is None else rows[:most], mine)


def standings_page(
    event: Event, *, page: str | None, lines: int, after_round: int | None = None, stage: Stage | None = None
) -> tuple[StandingsView | None, Page[Standing]]:
    """As `standings_of`, so many lines of it: those of the page with that number, else the first or the last."""
    table = newest_table(event, after_round=after_round, stage=stage)
    shown = Paginator(lines_of(table), lines).get_page(page)
    return (_shown_table(table, event, shown.object_list, ()) if table else None), shown


def lines_of(table: StandingTable | None) -> QuerySet[Standing]:
    """A table's lines in the order of ranks, with entries and players; none without a table."""
    rows = Standing.objects.filter(table=table) if table else Standing.objects.none()
    return rows.select_related("entry__player").defer("parts").order_by("rank", "entry__number")


def _shown_table(table: StandingTable, event: Event, rows: Iterable[Standing], mine: Collection[str]) -> StandingsView:
    possible = possible_in(table)
    shown = tuple(standings_row(row, mine, possible.get(row.entry.number or 0)) for row in rows)
    return StandingsView(table.stage, table.after_round, table.made_from, columns_of(table, event), shown)


def newest_table(event: Event, *, after_round: int | None = None, stage: Stage | None = None) -> StandingTable | None:
    """The newest table, or the one after a round, of a stage: of the newest that has any, unless given. With its stage;
    None where there is none."""
    tables = StandingTable.objects.filter(stage__event=event).select_related("stage")
    of_stage = tables if stage is None else tables.filter(stage=stage)
    newest = of_stage.order_by("-stage__number", "-after_round").first()
    if newest is None or after_round is None or newest.after_round == after_round:
        return newest
    return tables.filter(stage=newest.stage, after_round=after_round).first()


def possible_in(table: StandingTable) -> dict[int, PossiblePlace]:
    """The places still possible that are stored with a table, by pairing number; none of a table that an older version
    stored in another form, until it is made anew."""
    try:
        places = msgspec.convert(table.possible, list[PossiblePlace])
    except msgspec.ValidationError:
        return {}
    return {place.number: place for place in places}


def columns_of(table: StandingTable, event: Event) -> tuple[Column, ...]:
    """The columns of a table of the event, in their order."""
    known = catalogue(columns_of_event(event))
    return tuple(Column(code, known.get(code)) for code in table.columns)


def standings_row(row: Standing, mine: Collection[str], possible: PossiblePlace | None = None) -> StandingsRow:
    """A line with its entry and player at hand."""
    return StandingsRow(
        entry_key=row.entry.key,
        player_key=row.entry.player.key,
        name=row.entry.player.public_name,
        rank=row.rank,
        points=row.points,
        played=row.played,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        values=tuple(str(value) for value in row.values),
        is_me=row.entry.key in mine,
        is_counted=row.is_counted,
        left=str(EntryState(row.entry.state).label) if row.entry.state in GONE else "",
        deducted=row.deducted,
        possible=possible,
    )
