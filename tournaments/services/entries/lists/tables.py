"""Lists of players that are tables with a heading, lines above it or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from magistrar_site.shared.csv_cells import unguarded
from magistrar_site.shared.names import clean_name, fold_name
from tournaments.services.entries.lists.columns import (
    NO_RATING,
    Column,
    Reading,
    column_of_title,
    columns_of_titles,
    is_beside_the_name,
    is_name_column,
    rating_read,
)
from tournaments.services.entries.lists.player_list import (
    DELIMITERS,
    SAMPLES,
    SEPARATOR,
    ListColumn,
    ListedPlayer,
    PlayerList,
    cells_of,
    checked_rows,
    doubt_of,
    in_order_of_seeds,
    player_of_row,
    reader_of,
)

_BLANKS = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")  # between columns that are aligned with blanks
_RULER = " |:-—=_"
_NAME_ALONE = frozenset({"name", "namen", "names", "naam", "players", "spieler", "spelers"})
_SIDES = frozenset({"white", "black"})  # titles of our own table of a round
_TITLE_LINES = 12  # lines above a heading that are looked through


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a table begins: the delimiter, the titles of its columns, the text below them, the number of the line that
    they stand on, and the lines above."""

    delimiter: str
    titles: tuple[str, ...]
    text: str
    line: int
    above: tuple[str, ...]


def heading_of(text: str) -> Heading | None:
    """The heading of a table: the first line of which a cell says "name", or one over cells that all are numbers."""
    lines = text.splitlines(keepends=True)
    looked_through = 0
    forced: tuple[str, ...] = ()
    above: list[str] = []
    passed: list[str] = []
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        separator = SEPARATOR.fullmatch(line)
        if separator and not looked_through:
            forced = (separator[1],)
            continue
        looked_through += 1
        if _BLANKS.search(line) and not any(mark in line for mark in DELIMITERS[:2]):
            titles, below = aligned(line, lines[at + 1 :])
            is_known = sum(column is not None for column in columns_of_titles(titles)) > 1
            if is_known and is_heading(titles, below, "\t", place=looked_through):
                return Heading("\t", tuple(titles), below, at + 1, tuple(above))
        if looked_through > _TITLE_LINES:
            return None
        for delimiter in forced or DELIMITERS:
            below = "".join(lines[at + 1 :])
            titles = next(cells_of(line, delimiter), [])
            is_below_titles = looked_through > 1 and not any(delimiter in title for title in passed)
            if is_heading(titles, below, delimiter, place=looked_through, is_below_titles=is_below_titles):
                return Heading(delimiter, tuple(titles), below, at + 1, tuple(above))
        passed.append(line)
        above.append(clean_name(line)[:80])
    return None


def aligned(heading: str, lines: Sequence[str]) -> tuple[list[str], str]:
    """A table whose columns are aligned with blanks: its titles, and the lines with tabs between the columns. They are
    cut where the titles begin, unless words stand across that: then where several blanks are."""
    starts, titles = [], []
    for found in re.finditer(r"\S+(?: \S+)*", heading):
        words = [(found.start() + word.start(), word[0]) for word in re.finditer(r"\S+", found[0])]
        is_split = column_of_title(found[0]) is None and all(column_of_title(word) for _start, word in words)
        for start, title in words if is_split else [(found.start(), found[0])]:
            starts.append(start)
            titles.append(title)
    across = [line for line in lines for start in starts[1:] if line[start - 1 : start].strip()]
    if len(across) > len(lines) / 10:
        return titles, "".join(_BLANKS.sub("\t", line) for line in lines)
    ends = [*starts[1:], None]
    cut = ["\t".join(line[start:end].strip() for start, end in zip(starts, ends, strict=True)) for line in lines]
    return titles, "\n".join(cut)


def is_heading(titles: Sequence[str], below: str, delimiter: str, *, place: int, is_below_titles: bool = False) -> bool:
    """Whether a line is one: `place` is its number among those that aren't empty; `is_below_titles`: those above have
    no columns."""
    columns = columns_of_titles([clean_name(title) for title in titles])
    if len(titles) == 1:
        # Below a title the word alone might be a player's.
        is_title = fold_name(titles[0]) in _NAME_ALONE if place == 2 else place == 1
        return is_title and columns[0] in {Column.NAME, Column.LAST_NAME} and delimiter == DELIMITERS[0]
    if any(column in {Column.NAME, Column.LAST_NAME} for column in columns):
        return True
    words = [clean_name(title) for title in titles]
    if any(rating_read(word) or word.isdecimal() for word in words) or not any(words):
        return False
    known = [column for column in columns if column in {Column.RATING, Column.CLUB, Column.FIRST_NAME}]
    is_wide = len([word for word in words if word]) > 2
    is_there = place == 1 or (is_below_titles and is_wide)
    return bool(known) or (is_there and _stands_over_numbers(words, below, delimiter, may_have_blanks=is_wide))


def _stands_over_numbers(words: Sequence[str], below: str, delimiter: str, *, may_have_blanks: bool) -> bool:
    """Whether words stand over the columns, and a column below has nothing but numbers: titles, and no player. Of two
    columns each has one word: "Anna Berg; Köln" is a player."""
    if any((" " in word and not may_have_blanks) or NO_RATING.fullmatch(word) for word in words if word):
        return False
    rows = [row for row in _rows(below, delimiter) if any(cell.strip() for cell in row)]
    whole = [row for row in rows if len(row) == len(words)]
    if 2 * len(whole) < len(rows):
        return False
    columns = [[row[at] for row in whole if row[at].strip()] for at, word in enumerate(words) if word]
    return any(len(cells) > 1 and all(rating_read(cell) for cell in cells) for cells in columns)


def _rows(text: str, delimiter: str) -> list[list[str]]:
    return list(checked_rows(reader_of(text, delimiter)))


def table_read(heading: Heading, said: Reading) -> PlayerList:
    if {"table", *_SIDES} <= {_plain_title(title) for title in heading.titles} and not said.columns:
        return _both_of_pairings(heading)
    reader = reader_of(heading.text, heading.delimiter)
    rows: list[tuple[int, list[str]]] = []
    end, titles = 0, [clean_name(title) for title in heading.titles]
    for row in checked_rows(reader):
        number, end = end + 1, reader.line_num
        is_heading_again = [clean_name(cell) for cell in row] == titles  # at the top of each page
        if any(cell.strip(_RULER) for cell in row) and not is_heading_again:
            rows.append((heading.line + number, _whole(heading, [unguarded(cell) for cell in row])))
    columns = table_columns(heading.titles, [row for _number, row in rows], said)
    keys = [
        column.number
        for column in columns
        if column.title.strip().casefold() == "player" and column.column is Column.OTHER
    ]
    players = [player_of_row(number, row, columns, keys[0] if keys else 0) for number, row in rows]
    return PlayerList(in_order_of_seeds(players), columns, heading.above)


def _plain_title(title: str) -> str:
    return title.strip().casefold()


def _both_of_pairings(heading: Heading) -> PlayerList:
    """The players of our own table of a round, two on a row; they are counted from 1."""
    places = [at for at, title in enumerate(heading.titles) if _plain_title(title) in _SIDES]
    names = [
        (clean_name(unguarded(row[at])), at + 1)
        for row in _rows(heading.text, heading.delimiter)
        for at in places
        if at < len(row) and clean_name(row[at])
    ]
    players = [
        ListedPlayer(number, name, doubt=doubt_of(name), sources={Column.NAME: (place,)})
        for number, (name, place) in enumerate(names, 1)
    ]
    columns = tuple(
        ListColumn(at + 1, clean_name(title)[:40], Column.NAME if at in places else Column.OTHER)
        for at, title in enumerate(heading.titles)
    )
    return PlayerList(tuple(players), columns, heading.above)


def _whole(heading: Heading, row: list[str]) -> list[str]:
    """A row of a table with commas whose name "Berg, Anna" wasn't put in quotation marks: it has a cell too many, and
    what stands under the rating is none."""
    columns = columns_of_titles([clean_name(title) for title in heading.titles])
    if heading.delimiter != "," or len(row) != len(columns) + 1 or Column.NAME not in columns:
        return row
    at = columns.index(Column.NAME)
    joined = [*row[:at], f"{row[at].strip()}, {row[at + 1].strip()}", *row[at + 2 :]]
    if Column.RATING not in columns:
        return joined
    rating = columns.index(Column.RATING)
    return joined if rating_read(joined[rating]) and not rating_read(row[rating]) else row


def table_columns(titles: Sequence[str], rows: Sequence[Sequence[str]], said: Reading) -> tuple[ListColumn, ...]:
    """The columns of a table: as said, else by their titles. One whose title isn't known is asked about, with a guess,
    unless it is empty."""
    known = columns_of_titles([clean_name(title) for title in titles])
    found: list[ListColumn] = []
    for at, title in enumerate(titles):
        number, column = at + 1, said.columns.get(at + 1, known[at])
        samples = tuple(clean_name(row[at])[:40] for row in rows if at < len(row) and clean_name(row[at]))
        is_asked = column is None and not all(is_beside_the_name(sample) for sample in samples)
        held = [*known, *said.columns.values(), *(one.column for one in found)]
        guess = column or (_guess(samples, held) if is_asked else Column.OTHER)
        found.append(ListColumn(number, clean_name(title)[:40], guess, is_asked, samples[:SAMPLES]))
    return tuple(found)


def _guess(samples: Sequence[str], known: Sequence[Column | None]) -> Column:
    """The kind of a column whose title says nothing."""
    if 2 * sum(rating_read(sample) is not None for sample in samples) > len(samples):
        return Column.OTHER if Column.RATING in known else Column.RATING
    if not any(any(map(str.isalpha, one)) for one in samples):
        return Column.OTHER
    if not any(is_name_column(column) for column in known):
        return Column.NAME
    if Column.LAST_NAME in known and not {Column.NAME, Column.FIRST_NAME} & set(known):
        return Column.FIRST_NAME
    return Column.OTHER if Column.CLUB in known else Column.CLUB
