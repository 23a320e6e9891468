"""What is read from a list of players: each line with what it says and where that stands, and how cells are read."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name, fold_name
from tournaments.services.entries.lists.columns import NO_RATING, YEARS, Column, Reading, Years, rating_read
from tournaments.services.entries.lists.encodings import REPLACEMENT

CLUB_LENGTH = 100
UNREAD_LENGTH = 40
SAMPLES = 3
DELIMITERS = ("\t", ";", ",", "|")
# How a spreadsheet's file says what stands between its columns; saved again, that is in quotation marks.
SEPARATOR = re.compile(r"\s*\"?sep=(.)\"?[;,\t|]*\s*", re.IGNORECASE)


class Doubt(StrEnum):
    """The parts of a line that are unclear."""

    NONE = ""
    REMARK = "remark"  # a title, a total: is it a player?
    YEAR = "year"  # a number that may be a rating or a year of birth
    LETTERS = "letters"  # a letter was lost before the list came here


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A line of a list: its number from 1, the name as it is stored (empty: none could be read), the rating and the
    club where it has them. `unread`: what stands where the rating belongs, and is none. `sources`: the numbers of the
    columns that name, rating and club came from. `left_out`: what else stands there. `key`: who it is, in our own
    tables. `seed`: the place in a seeding list, as other programs number it."""

    number: int
    name: str
    rating: int | None = None
    club: str = ""
    unread: str = ""
    doubt: Doubt = Doubt.NONE
    sources: Mapping[Column, tuple[int, ...]] = field(default_factory=dict, compare=False)
    left_out: tuple[str, ...] = field(default=(), compare=False)
    key: str = field(default="", compare=False)
    seed: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a table: its number from 1, its title, what it holds as far as that is known or was said, and some of
    its cells. `is_asked`: nobody knows what it holds, so that it has to be said."""

    number: int
    title: str
    column: Column
    is_asked: bool = False
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list that was read. `columns` are those of a table; `skipped` the lines above its heading."""

    players: tuple[ListedPlayer, ...]
    columns: tuple[ListColumn, ...] = ()
    skipped: tuple[str, ...] = ()
    years_asked: bool = False

    @property
    def asked(self) -> tuple[ListColumn, ...]:
        return tuple(column for column in self.columns if column.is_asked)


def cells_of(line: str, delimiter: str) -> Iterator[list[str]]:
    return checked_rows(reader_of(line, delimiter))


def reader_of(text: str, delimiter: str) -> Any:
    """A csv.reader, which also counts the lines that it has read."""
    return csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=delimiter != " ")


def checked_rows(reader: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from reader
    except csv.Error:
        raise Invalid(
            "unreadable_list",
            _("The list couldn’t be read as a table: a quotation mark may be missing its partner."),
            fields={"names": _("Look at the quotation marks.")},
        ) from None


def player_of_row(number: int, row: Sequence[str], columns: Sequence[ListColumn], key_column: int = 0) -> ListedPlayer:
    """The player on a row of a table whose columns are known."""
    cells: dict[Column, str] = {}
    sources: dict[Column, tuple[int, ...]] = {}
    for column in columns:
        cell = row[column.number - 1] if column.number <= len(row) else ""
        if column.column is not Column.OTHER and column.column not in cells:
            cells[column.column], sources[column.column] = cell, (column.number,)
    name = clean_name(cells.get(Column.NAME, ""))
    if not name:
        name = clean_name(f"{cells.get(Column.FIRST_NAME, '')} {cells.get(Column.LAST_NAME, '')}")
        made_from: tuple[Column, ...] = (Column.FIRST_NAME, Column.LAST_NAME)
    elif Column.FIRST_NAME in cells and Column.LAST_NAME not in cells:
        name = clean_name(f"{cells[Column.FIRST_NAME]} {name}")
        made_from = (Column.FIRST_NAME, Column.NAME)
    elif Column.LAST_NAME in cells and Column.FIRST_NAME not in cells and not _holds(name, cells[Column.LAST_NAME]):
        name = clean_name(f"{name} {cells[Column.LAST_NAME]}")  # "Name; Surname"
        made_from = (Column.NAME, Column.LAST_NAME)
    else:
        name, made_from = in_order(name), (Column.NAME,)
    rating = cells.get(Column.RATING, "")
    sources[Column.NAME] = tuple(place for column in made_from for place in sources.get(column, ()))
    beyond = tuple(clean_name(cell)[:UNREAD_LENGTH] for cell in row[len(columns) :] if clean_name(cell))
    left_out = beyond if name else tuple(clean_name(cell)[:UNREAD_LENGTH] for cell in row if clean_name(cell))
    return ListedPlayer(
        number,
        name,
        rating_read(rating),
        clean_name(cells.get(Column.CLUB, ""))[:CLUB_LENGTH],
        unread_of(rating) or next(iter(beyond), ""),
        doubt_of(name),
        sources,
        left_out,
        clean_name(row[key_column - 1]) if 0 < key_column <= len(row) else "",
        seed_read(cells.get(Column.SEED, "")),
    )


def seed_read(cell: str) -> int | None:
    """A place in a seeding list, from 1; None where the cell has none."""
    text = clean_name(cell).strip("#. ")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 and int(text) else None


def in_order_of_seeds(players: Sequence[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    """By their seeds; those without one come after, as they stand."""
    return tuple(sorted(players, key=lambda player: (player.seed is None, player.seed or 0)))


def _holds(name: str, part: str) -> bool:
    """Whether all words of the one are among the other's."""
    return set(fold_name(part).split()) <= set(fold_name(name).split())


_COUNT_WORDS = "total|totals|totaal|aantal|anzahl|summe|gesamt|insgesamt|sum|count"
_COUNTED_WORDS = (
    "teilnehmer(?:innen)?|spieler(?:innen)?|players?|participants?|spelers?|deelnemers?|personen|anmeldungen"
)
_LIST_WORDS = (
    r"(?:teilnehmer|spieler|start|melde|anmelde|deelnemers|spelers)(?:liste|lijst)"
    r"|(?:starting|players?|participants?|entry) (?:list|rank)"
)
_GROUP_WORDS = "gruppe|group|groep|groupe|grupo|klasse|section|sectie"
# A line of a chat begins with its time: "[12:30, 24/11/2025] Anna: Friday at 7".
_CHAT = r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s.*\d{1,2}:\d\d.*|\[?\d{1,2}:\d\d(?::\d\d)?[,\]\s].*"
CHAT = re.compile(_CHAT)
_REMARK = re.compile(
    rf"(?:{_COUNT_WORDS})\b[\w ]*[:=]?\s*\d*|(?:{_COUNTED_WORDS})\s*[:=(]\s*\d+\)?|\d+\s+(?:{_COUNTED_WORDS})"
    rf"|(?:{_LIST_WORDS})\b.*|(?:{_GROUP_WORDS})\s+(?:\w|\d{{1,3}}|[ivx]+)|\*[^*]+\*|{_CHAT}"
    r"|001\s+\d.*"  # a player's line of a TRF whose columns aren't where they belong
    r"|.*[:?]|.*https?://.*|.*\b\d{1,2}[.]\d{1,2}[.](?:\d{2,4})?.*|.*\b\d{1,4}[/-]\d{1,2}[/-]\d{2,4}\b.*",
    re.IGNORECASE,
)


def doubt_of(name: str) -> Doubt:
    """Whether a line that says this is a player, and all of the name is there."""
    if REPLACEMENT in name:
        return Doubt.LETTERS
    return Doubt.REMARK if len(name) <= 200 and _REMARK.fullmatch(name) else Doubt.NONE


def in_order(name: str) -> str:
    """ "Berg, Anna" as "Anna Berg"; other names as they are."""
    last, comma, first = name.partition(",")
    return clean_name(f"{first} {last}") if comma and first.strip() and "," not in first else name


def unread_of(cell: str) -> str:
    """What stands in the place of a rating and is neither one nor a word for none; empty otherwise."""
    text = clean_name(cell)
    return "" if rating_read(cell) is not None or NO_RATING.fullmatch(text) else text[:UNREAD_LENGTH]


def rating_or_year(value: int, said: Reading) -> tuple[int | None, Doubt]:
    """A number that nothing names: the rating, or none; in doubt where it may be a year and nobody said which."""
    if value not in YEARS or said.years is Years.RATING:
        return value, Doubt.NONE
    return (None, Doubt.NONE) if said.years is Years.BIRTH else (value, Doubt.YEAR)
