"""Reading lists of players as people have them: typed, pasted from a table, or saved by a spreadsheet. Values in,
values out; nothing here knows who is who."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name, fold_name
from tournaments.services.trf_lists import is_trf, trf_players

MOST_LINES = 1000
HIGHEST_RATING = 5000
CLUB_LENGTH = 100
UNREAD_LENGTH = 40
DELIMITERS = ("\t", ";", ",")

# "1. Anna", "2) Anna", "- Anna": how people number what they paste.
# "03 Anna" too, but not "1700 Anna": that may be a rating.
_BULLET = re.compile(r"^\s*(?:\d{1,4}\s*[.):]\s+|\d{1,3}\s+(?=[^\W\d_])|[-*•]\s+)")
_RATING_BEHIND = re.compile(r"[(\[](?P<rating>\d{3,4})[)\]]$", re.ASCII)
# How people write that somebody has no rating.
_NO_RATING = re.compile(r"0*|[-–—./?*]+|n/?a|none|unrated|unr\.?|ohne|keine?|geen", re.IGNORECASE)
_ZIP = b"PK\x03\x04"
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")  # bytes that no text has; 1A ends old DOS files


class Encoding(StrEnum):
    UTF_8 = "UTF-8"
    UTF_16 = "UTF-16"
    WINDOWS = "Windows-1252"
    LATIN_1 = "ISO-8859-1"


class Column(StrEnum):
    """What a column of a list holds."""

    NAME = "name"
    FIRST_NAME = "first name"
    LAST_NAME = "last name"
    RATING = "rating"
    CLUB = "club"


# Heads of columns, folded, in the languages of the interface and as common programs write them.
_WORDS: dict[Column, str] = {
    Column.NAME: """name, names, namen, full name, player, player name, players, spieler, spielerin, spielername,
        teilnehmer, teilnehmerin, speler, spelers, naam, volledige naam, deelnemer""",
    Column.FIRST_NAME: "first name, firstname, given name, forename, vorname, voornaam, roepnaam",
    Column.LAST_NAME: """last name, lastname, surname, family name, nachname, familienname, zuname, achternaam,
        familienaam""",
    Column.RATING: "rating, elo, elo rating, wertung, wertungszahl, spielstaerke, dwz, twz, sterkte, speelsterkte",
    Column.CLUB: "club, club name, verein, vereinsname, klub, vereniging, clubnaam",
}
_HEADS = {word.strip(): column for column, words in _WORDS.items() for word in words.split(",")}


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A line of a list: its number from 1, the name as it is stored (empty: none could be read), the rating and the
    club where it has them. `unread`: what stands where the rating belongs, and is none."""

    number: int
    name: str
    rating: int | None = None
    club: str = ""
    unread: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list that was read. `columns` are those of a heading line that were understood, `ignored` the others."""

    players: tuple[ListedPlayer, ...]
    columns: tuple[Column, ...] = ()
    ignored: tuple[str, ...] = ()


def list_decode(data: bytes) -> tuple[str, Encoding]:
    """The text of a file, and what it was encoded in: UTF-8 with or without byte order mark, UTF-16 with one, else
    Windows-1252, of which ISO-8859-1 is read as the rest. Invalid `not_text` for a spreadsheet's own format and for
    everything that is no text, or doesn't say that it is UTF-16."""
    if data.startswith(_ZIP) or data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise Invalid(
            "not_text",
            _("This is a spreadsheet’s own file. Save it as CSV, or copy the cells and paste them."),
            fields={"file": _("This is a spreadsheet’s own file. Save it as CSV, or copy the cells and paste them.")},
        )
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", "replace"), Encoding.UTF_16
    if _NO_TEXT.search(data):  # UTF-16 that doesn't say so is among it: read as anything else it loses letters
        message = _("This file isn’t text that can be read. Save the list as CSV or text in UTF-8, or paste it.")
        raise Invalid("not_text", message, fields={"file": message})
    for encoding, codec in ((Encoding.UTF_8, "utf-8-sig"), (Encoding.WINDOWS, "cp1252")):
        try:
            return data.decode(codec), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), Encoding.LATIN_1


def list_read(text: str) -> PlayerList:
    """The players of a list, in order, empty lines left out.

    With a heading line (tab, semicolon or comma between the columns) the columns are taken by their names. Without one
    a line is a name, with a rating and a club behind it where tabs, semicolons or commas separate them; "Berg, Anna"
    is Anna Berg. A tournament report file (TRF) gives its players with their ratings. Invalid `too_many_lines` over
    1,000 players, `unreadable_list`, `unreadable_trf`.
    """
    text = text.removeprefix("\ufeff")
    read = _of_report(text) if is_trf(text) else _of_list(text)
    if len(read.players) > MOST_LINES:
        raise Invalid(
            "too_many_lines",
            _("At most 1,000 names at a time."),
            fields={"names": _("At most 1,000 at a time: split the list.")},
        )
    return read


def _of_list(text: str) -> PlayerList:
    heading = _heading(text)
    return _with_heading(text, *heading) if heading else PlayerList(tuple(_without_heading(text)))


def _of_report(text: str) -> PlayerList:
    players = tuple(
        ListedPlayer(player.number, _in_order(clean_name(player.name)), player.rating) for player in trf_players(text)
    )
    return PlayerList(players, (Column.NAME, Column.RATING))


def _heading(text: str) -> tuple[str, list[str]] | None:
    """Delimiter and cells of the first line, where that is a heading: some cell in it says "name"."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    for delimiter in DELIMITERS:
        cells = next(_checked(_reader(first, delimiter)), [])
        columns = {_HEADS.get(fold_name(cell)) for cell in cells}
        if columns & {Column.NAME, Column.LAST_NAME} and (len(cells) > 1 or delimiter == DELIMITERS[-1]):
            return delimiter, cells
    return None


def _reader(text: str, delimiter: str) -> Any:
    """A csv.reader, which also counts the lines that it has read."""
    return csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True)


def _with_heading(text: str, delimiter: str, heads: Sequence[str]) -> PlayerList:
    columns = [_HEADS.get(fold_name(head)) for head in heads]
    reader = _reader(text, delimiter)
    players: list[ListedPlayer] = []
    end, is_heading = 0, True
    for row in _checked(reader):
        number, end = end + 1, reader.line_num
        if not any(cell.strip() for cell in row):
            continue
        if is_heading:
            is_heading = False
            continue
        cells: dict[Column, str] = {}
        for column, cell in zip(columns, row, strict=False):
            if column is not None:
                cells.setdefault(column, cell)
        players.append(_player_of_cells(number, cells))
    known = tuple(dict.fromkeys(column for column in columns if column))
    ignored = tuple(
        clean_name(head)[:40]
        for head, column in zip(heads, columns, strict=True)
        if column is None and clean_name(head)
    )
    return PlayerList(tuple(players), known, ignored)


def _checked(reader: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from reader
    except csv.Error:
        raise Invalid(
            "unreadable_list",
            _("The list couldn’t be read as a table: a quotation mark may be missing its partner."),
            fields={"names": _("Look at the quotation marks.")},
        ) from None


def _player_of_cells(number: int, cells: dict[Column, str]) -> ListedPlayer:
    name = clean_name(cells.get(Column.NAME, ""))
    if not name:
        name = clean_name(f"{cells.get(Column.FIRST_NAME, '')} {cells.get(Column.LAST_NAME, '')}")
    elif Column.FIRST_NAME in cells and Column.LAST_NAME not in cells:
        name = clean_name(f"{cells[Column.FIRST_NAME]} {name}")
    else:
        name = _in_order(name)
    rating = cells.get(Column.RATING, "")
    club = clean_name(cells.get(Column.CLUB, ""))[:CLUB_LENGTH]
    return ListedPlayer(number, name, rating_read(rating), club, _unread(rating))


def _in_order(name: str) -> str:
    """ "Berg, Anna" as "Anna Berg"; other names as they are."""
    last, comma, first = name.partition(",")
    return clean_name(f"{first} {last}") if comma and first.strip() and "," not in first else name


def _without_heading(text: str) -> Iterator[ListedPlayer]:
    for number, line in enumerate(text.splitlines(), 1):
        line = _BULLET.sub("", line)
        if clean_name(line):
            yield _player_of_line(number, line)


def _player_of_line(number: int, line: str) -> ListedPlayer:
    delimiter = next((mark for mark in DELIMITERS if mark in line.strip()), None)
    if delimiter is None:
        name = clean_name(line)
        rated = _RATING_BEHIND.search(name)
        before = name[: rated.start()].rstrip() if rated else ""
        rating = rating_read(rated["rating"]) if rated and any(char.isalpha() for char in before) else None
        return ListedPlayer(number, name if rating is None else before, rating)
    cells = [clean_name(cell.strip().strip('"')) for cell in line.split(delimiter)]
    if delimiter == "," and _is_last_and_first(cells):
        return ListedPlayer(number, clean_name(f"{cells[1]} {cells[0]}"))
    # A number before the name counts the lines.
    words = [index for index, cell in enumerate(cells) if cell and not cell.isdecimal()]
    start = words[0] if words else len(cells)
    behind = [cell for cell in cells[start + 1 :] if cell]
    ratings = [rating for rating in map(rating_read, behind) if rating is not None]
    others = [cell for cell in behind if rating_read(cell) is None]
    clubs = [cell for cell in others if any(char.isalpha() for char in cell)]
    unread = [] if ratings else [_unread(cell) for cell in others if cell not in clubs]
    name = _in_order(cells[start]) if start < len(cells) else ""
    club = next(iter(clubs), "")[:CLUB_LENGTH]
    return ListedPlayer(number, name, next(iter(ratings), None), club, next(filter(None, unread), ""))


def _is_last_and_first(cells: Sequence[str]) -> bool:
    """ "Berg, Anna" or "van der Berg, Anna", but not "Anna Berg, Köln": a surname is one word, or begins with small
    ones."""
    if len(cells) != 2 or not cells[1] or any(char.isdecimal() for char in cells[1]):
        return False
    return " " not in cells[0] or cells[0][:1].islower()


def rating_read(cell: str) -> int | None:
    """A rating in whole points; None where the cell holds none."""
    text = clean_name(cell).replace(" ", "")
    whole = re.fullmatch(r"(\d{1,4})(?:[.,]\d{1,2})?", text, re.ASCII)
    value = int(whole[1]) if whole else 0
    return value if 0 < value <= HIGHEST_RATING else None


def _unread(cell: str) -> str:
    """What stands in the place of a rating and is neither one nor a word for none; empty otherwise."""
    text = clean_name(cell)
    return "" if rating_read(cell) is not None or _NO_RATING.fullmatch(text) else text[:UNREAD_LENGTH]
