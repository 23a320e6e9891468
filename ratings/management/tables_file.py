"""Reads a CSV file of tables of any number of players, a row a player, the rows of one table together."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from operator import itemgetter
from typing import NamedTuple
from unicodedata import normalize

from ratings.algorithms.core.units import as_points, as_share
from ratings.algorithms.core.values import Played, RatedGame, RatedTable, RatingChange
from ratings.management.unreadable import UnreadableGamesError

COLUMNS = ("date", "table", "player", "place")


class _Row(NamedTuple):
    line: int
    date: str
    table: str
    player: str
    place: int


def lists_tables(header: Sequence[str]) -> bool:
    """Whether a file with these columns has tables, and not games of two."""
    return set(COLUMNS) <= set(header)


def read_tables(lines: Iterable[str]) -> Iterator[Played]:
    """The tables in file order, seats in the order of their rows; their keys are the file's. UnreadableGamesError for
    the first bad row, or for a table that isn't one, by its first line."""
    seen: set[str] = set()
    date = ""
    together: list[_Row] = []
    for row in _rows(lines):
        if together and (row.date, row.table) != (together[0].date, together[0].table):
            yield _table(together)
            together = []
        if not together:
            if row.date != date:
                date, seen = row.date, set()
            if row.table in seen:
                raise UnreadableGamesError(f"{row.line}: the rows of table {row.table} don't stand together")
            seen.add(row.table)
        together.append(row)
    if together:
        yield _table(together)


def table_history_rows(changes: Iterable[Sequence[RatingChange]]) -> Iterator[tuple[object, ...]]:
    """One row a player of a table. `expected` is summed over the others."""
    yield ("table", "player", "before", "expected", "after")
    for rows in changes:
        for row in rows:
            yield (row.game, row.player, as_points(row.before), as_share(row.expected), as_points(row.after))


def _rows(lines: Iterable[str]) -> Iterator[_Row]:
    rows = csv.reader(lines, strict=True, skipinitialspace=True)
    line = 1
    try:
        header = next(rows, [])
        fields = itemgetter(*(header.index(name) for name in COLUMNS))
        line = rows.line_num
        for row in rows:
            line = rows.line_num
            if not row:
                continue
            if len(row) != len(header):
                raise UnreadableGamesError(f"{line}: not as many fields as the header")
            # One name in two spellings of its letters, composed and decomposed, is one player.
            date, table, player, place = (normalize("NFC", text).strip() for text in fields(row))
            datetime.fromisoformat(date)
            if not table or not player:
                raise UnreadableGamesError(f"{line}: no {'player' if table else 'table'}")
            if not (place.isascii() and place.isdecimal() and len(place) < 4):
                raise UnreadableGamesError(f"{line}: a place is a whole number from 1 on, not {place!r}")
            yield _Row(line, date, table, player, int(place))
    except csv.Error as error:
        raise UnreadableGamesError(f"{line + 1}: {error}") from error  # where the broken row begins
    except ValueError as error:
        if isinstance(error, UnreadableGamesError | UnicodeDecodeError):
            raise
        raise UnreadableGamesError(f"{line}: {error}") from error


def _table(rows: Sequence[_Row]) -> Played:
    first = rows[0]
    players, places = tuple(row.player for row in rows), tuple(row.place for row in rows)
    for row in rows:
        if row.place != 1 + sum(other < row.place for other in places):
            raise UnreadableGamesError(
                f"{row.line}: place {row.place} of table {row.table} isn't one more than how many are placed better"
            )
    try:
        if len(rows) == 2:
            # White's score: 2 for a win, 1 where both share the place.
            return RatedGame(first.table, players[0], players[1], 1 + places[1] - places[0], first.date)
        return RatedTable(first.table, players, places, first.date)
    except ValueError as error:
        raise UnreadableGamesError(f"{first.line}: table {first.table}: {error}") from error
