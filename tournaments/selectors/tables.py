"""Standings and crosstables as pages show them: read from what was derived, never worked out here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

from games.selectors.scores import GameScore, scores_of
from tournaments.formats.core.tiebreaks.catalogue import TIE_BREAKS
from tournaments.models import Event, MatchGame, Stage, Standing, StandingTable
from tournaments.selectors.events import PUBLIC_ROUNDS


@dataclass(frozen=True)
class Column:
    """A tie-break's column: its code, and its name in English as the catalogue has it."""

    code: str
    name: str


@dataclass(frozen=True)
class ShownRow:
    """A line of the standings. Points in half points; values as text, in the order of the columns."""

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


@dataclass(frozen=True)
class ShownTable:
    """A stage's standings after a round, made from the event's facts up to `made_from`."""

    stage: Stage
    after_round: int
    made_from: int
    columns: tuple[Column, ...]
    rows: tuple[ShownRow, ...]


@dataclass(frozen=True)
class CrossCell:
    """A meeting from the row's side: half points (None while open) and Honoris as "24:10", and as two numbers, None
    where they are not known."""

    is_self: bool
    game_key: str = ""
    points: int | None = None
    honoris: str = ""
    honoris_for: int | None = None
    honoris_against: int | None = None


@dataclass(frozen=True)
class CrossRow:
    """A line of the crosstable, in the order of the standings."""

    player_key: str
    name: str
    rank: int
    points: int
    cells: tuple[CrossCell, ...]
    entry_key: str = ""


def standings_of(
    event: Event, *, after_round: int | None = None, mine: Collection[str] = (), most: int | None = None
) -> ShownTable | None:
    """The newest table of the event's newest stage that has one, or the one after a round; None where there is none.
    `most` cuts it to the first places."""
    tables = StandingTable.objects.filter(stage__event=event).select_related("stage")
    if after_round is not None:
        tables = tables.filter(after_round=after_round)
    table = tables.order_by("-stage__number", "-after_round").first()
    if table is None:
        return None
    rows: QuerySet[Standing] = table.rows.select_related("entry__player").order_by("rank", "entry__number")
    shown = tuple(_row(row, mine) for row in (rows if most is None else rows[:most]))
    columns = tuple(Column(code, TIE_BREAKS[code].name if code in TIE_BREAKS else code) for code in table.columns)
    return ShownTable(table.stage, table.after_round, table.made_from, columns, shown)


def _row(row: Standing, mine: Collection[str]) -> ShownRow:
    return ShownRow(
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
    )


def crosstable_of(event: Event) -> list[CrossRow]:
    """Everybody against everybody in the order of the newest standings, with the results as they stand now."""
    table = standings_of(event)
    if table is None:
        return []
    meetings = _meetings(table.stage)
    return [
        CrossRow(
            row.player_key,
            row.name,
            row.rank,
            row.points,
            tuple(_cell(row, other, meetings) for other in table.rows),
            row.entry_key,
        )
        for row in table.rows
    ]


def _meetings(stage: Stage) -> dict[frozenset[str], GameScore]:
    """The last game of each pair that has met."""
    links = MatchGame.objects.filter(
        match__round__stage=stage, match__round__state__in=PUBLIC_ROUNDS, match__is_void=False
    ).order_by("match__round__number", "number")
    games = list(links.values_list("game_id", flat=True))
    scores = scores_of(games)
    return {frozenset(key for key, _name in scores[pk].players.values()): scores[pk] for pk in games}


def _cell(row: ShownRow, other: ShownRow, meetings: dict[frozenset[str], GameScore]) -> CrossCell:
    if row.entry_key == other.entry_key:
        return CrossCell(is_self=True)
    game = meetings.get(frozenset({row.player_key, other.player_key}))
    side = game.side_of(row.player_key) if game else None
    if game is None or side is None:
        return CrossCell(is_self=False)
    opposite = "black" if side == "white" else "white"
    own, others = game.honoris.get(side), game.honoris.get(opposite)
    honoris = f"{own}:{others}".replace("-", "−") if len(game.honoris) == 2 else ""
    return CrossCell(False, game.key, game.half_points(side), honoris, own, others)
