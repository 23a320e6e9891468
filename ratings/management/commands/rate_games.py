"""Rates the games of a CSV file, without a database."""

from __future__ import annotations

import csv
import io
import sys
import tempfile
from argparse import ArgumentTypeError
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, TextIO
from unicodedata import normalize

from django.core.management.base import BaseCommand, CommandError, CommandParser

from magistrar_site.shared.csv_cells import csv_text
from ratings.algorithms.core.system import RatingOptionsError, RatingSystem
from ratings.algorithms.core.units import as_points, as_share
from ratings.algorithms.core.values import (
    Played,
    PlayerKey,
    RatedGame,
    RatingChange,
    RatingState,
    TablesNotRatedError,
)
from ratings.algorithms.registry import RATING_SYSTEMS, rating_system
from ratings.management.tables_file import lists_tables, read_tables, table_history_rows
from ratings.management.unreadable import UnreadableGamesError

COLUMNS = ("date", "white", "black", "score")
HALF_POINTS = {"1": 2, "1.0": 2, "0.5": 1, ".5": 1, "½": 1, "1/2": 1, "0": 0, "0.0": 0}
UNREADABLE = 2
HistoryRows = Callable[[Iterable[Sequence[RatingChange]]], Iterator[tuple[object, ...]]]
ROWS_AT_ONCE, CHARACTERS_AT_ONCE = 10_000, 1_000_000


def positive(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return int(text)


class Command(BaseCommand):
    help = (
        "Rate the games of a CSV file in file order: columns date,white,black,score, or date,table,player,place with a "
        "row for each player of a table."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="CSV file, or - for standard input")
        parser.add_argument("--system", required=True, choices=sorted(RATING_SYSTEMS))
        parser.add_argument("--k", type=positive, help="one K for everybody (elo, fide)")
        parser.add_argument("--initial", type=positive, help="a newcomer's rating in points (default 1500)")
        parser.add_argument("--history", action="store_true", help="one row a game instead of one a player")

    def handle(self, *, file: str, system: str, history: bool, **options: Any) -> None:
        chosen = rating_system(system)
        given = {name: options[name] for name in ("k", "initial") if options[name] is not None}
        try:
            read = chosen.read_options(given)
        except RatingOptionsError as error:
            raise CommandError(f"{system}: {error}", returncode=UNREADABLE) from error
        try:
            with text_of(file) as lines:
                header = lines.readline()
                has_tables = lists_tables(next(csv.reader([header]), []))
                games = (read_tables if has_tables else read_games)(chain([header], lines))
                self._rate(chosen, read, games, table_history_rows if has_tables else history_rows, history=history)
        except TablesNotRatedError as error:
            raise CommandError(f"{file}: {error}", returncode=UNREADABLE) from error
        except (OSError, UnreadableGamesError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise CommandError(f"{file}:{reason}", returncode=UNREADABLE) from error

    def _rate(
        self, system: RatingSystem[Any], options: Any, games: Iterator[Played], rows_of: HistoryRows, *, history: bool
    ) -> None:
        """Rates the games as they are read, so that nothing but the players' states is kept; the rows of a history wait
        in a file, because nothing is printed of games that can't be read to the end."""
        states: dict[PlayerKey, RatingState] = {}
        with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as waiting:
            changes = system.changes(games, options, states)
            if history:
                rows = rows_of(changes)
                while together := list(islice(rows, ROWS_AT_ONCE)):
                    waiting.write(csv_text(together, line_end="\n"))
            else:
                deque(changes, maxlen=0)
                waiting.write(csv_text(rating_rows(states, with_deviation=system.has_deviation), line_end="\n"))
            waiting.seek(0)
            while text := waiting.read(CHARACTERS_AT_ONCE):
                self.stdout.write(text, ending="")


@contextmanager
def text_of(file: str) -> Iterator[TextIO]:
    """The file's lines. UnreadableGamesError names the first line that isn't UTF-8."""
    with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as raw:
        counted = CountedLines(raw)
        try:
            yield io.TextIOWrapper(io.BufferedReader(counted), encoding="utf-8-sig", newline="")
        except UnicodeDecodeError as error:
            line = counted.lines - error.object.count(b"\n", error.start) + 1
            raise UnreadableGamesError(f"{line}: not UTF-8") from error


class CountedLines(io.RawIOBase):
    """Bytes that are read through it, and how many lines have ended in them."""

    def __init__(self, raw: BinaryIO) -> None:
        self.raw, self.lines = raw, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        read = self.raw.read(len(buffer))
        self.lines += read.count(b"\n")
        buffer[: len(read)] = read
        return len(read)


def read_games(lines: Iterable[str]) -> Iterator[RatedGame]:
    """The games in file order; their keys are their numbers from 1 on. UnreadableGamesError for the first bad row."""
    rows = csv.reader(lines, strict=True, skipinitialspace=True)
    number = line = 0
    try:
        header = next(rows, [])
        missing = [name for name in COLUMNS if name not in header]
        if missing:
            raise UnreadableGamesError(f"1: no column {', '.join(missing)}")
        fields = itemgetter(*(len(header) - 1 - header[::-1].index(name) for name in COLUMNS))
        checked_date = ""
        line = rows.line_num
        for row in rows:
            line = rows.line_num
            if not row:
                continue
            number += 1
            if len(row) != len(header):
                raise ValueError("not as many fields as the header")
            # One name in two spellings of its letters, composed and decomposed, is one player.
            date, white, black, score = (
                text.strip() if text.isascii() else normalize("NFC", text).strip() for text in fields(row)
            )
            if date != checked_date:
                datetime.fromisoformat(date)
                checked_date = date
            for name, player in (("white", white), ("black", black)):
                if not player:
                    raise ValueError(f"no {name} player")
            if score not in HALF_POINTS:
                raise ValueError(f"a score is 1, 0.5 or 0, not {score!r}")
            yield RatedGame(number, white, black, HALF_POINTS[score], date)
    except csv.Error as error:
        raise UnreadableGamesError(f"{line + 1}: {error}") from error  # where the broken row begins
    except UnicodeDecodeError:
        raise
    except ValueError as error:
        if isinstance(error, UnreadableGamesError):
            raise
        raise UnreadableGamesError(f"{rows.line_num}: {error}") from error


def rating_rows(states: Mapping[PlayerKey, RatingState], *, with_deviation: bool) -> Iterator[tuple[object, ...]]:
    """One row a player, the best first, equals by name."""
    yield ("player", "games", "rating", *(("deviation", "volatility") if with_deviation else ()))
    for player, state in sorted(states.items(), key=lambda item: (-item[1].rating, str(item[0]))):
        row = (player, state.games, as_points(state.rating))
        if state.deviation is None or state.volatility is None:
            yield row
        else:
            yield (*row, as_points(state.deviation), as_share(state.volatility))


def history_rows(changes: Iterable[Sequence[RatingChange]]) -> Iterator[tuple[object, ...]]:
    """One row a game, with white's expected score."""
    yield ("row", "white_before", "black_before", "expected", "white_after", "black_after")
    for white, black in changes:
        befores = as_points(white.before), as_points(black.before)
        afters = as_points(white.after), as_points(black.after)
        yield (white.game, *befores, as_share(white.expected), *afters)
