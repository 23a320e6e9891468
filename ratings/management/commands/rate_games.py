"""Rates the games of a CSV file, without a database."""

from __future__ import annotations

import csv
import io
import sys
import unicodedata
from argparse import ArgumentTypeError
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from magistrar_site.shared.csv_cells import csv_text
from ratings.algorithms.core.system import RatingOptionsError
from ratings.algorithms.core.units import as_points, as_share
from ratings.algorithms.core.values import Rated, RatedGame
from ratings.algorithms.registry import RATING_SYSTEMS, rating_system

COLUMNS = ("date", "white", "black", "score")
HALF_POINTS = {"1": 2, "1.0": 2, "0.5": 1, ".5": 1, "½": 1, "1/2": 1, "0": 0, "0.0": 0}
UNREADABLE = 2


class UnreadableGamesError(ValueError):
    """A file of games that can't be read; the message names the line."""


def positive(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return int(text)


class Command(BaseCommand):
    help = "Rate the games of a CSV file with the columns date,white,black,score, in file order."
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
            games = list(read_games(text_of(file)))
        except (OSError, UnreadableGamesError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise CommandError(f"{file}:{reason}", returncode=UNREADABLE) from error
        rated = chosen.rate(games, read, {})
        rows = history_rows(rated) if history else rating_rows(rated, with_deviation=chosen.has_deviation)
        self.stdout.write(csv_text(rows, line_end="\n"), ending="")


def text_of(file: str) -> str:
    """The file's text. UnreadableGamesError names the first line that isn't UTF-8."""
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableGamesError(f"{line}: not UTF-8") from error


def read_games(text: str) -> Iterator[RatedGame]:
    """The games in file order; their keys are their numbers from 1 on. UnreadableGamesError for the first bad row."""
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
    line = 1
    try:
        missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            raise UnreadableGamesError(f"1: no column {', '.join(missing)}")
        for number, row in enumerate(rows, start=1):
            line = rows.line_num
            yield game_of(number, row)
    except csv.Error as error:
        raise UnreadableGamesError(f"{rows.line_num + 1}: {error}") from error  # where the broken row begins
    except ValueError as error:
        if isinstance(error, UnreadableGamesError):
            raise
        raise UnreadableGamesError(f"{line}: {error}") from error


def game_of(number: int, row: dict[Any, Any]) -> RatedGame:
    """ValueError says what is wrong with the row."""
    if None in row or None in row.values():
        raise ValueError("not as many fields as the header")
    # One name in two spellings of its letters, composed and decomposed, is one player.
    date, white, black, score = (unicodedata.normalize("NFC", row[name]).strip() for name in COLUMNS)
    datetime.fromisoformat(date)
    for name, player in (("white", white), ("black", black)):
        if not player:
            raise ValueError(f"no {name} player")
    if score not in HALF_POINTS:
        raise ValueError(f"a score is 1, 0.5 or 0, not {score!r}")
    return RatedGame(key=number, white=white, black=black, score=HALF_POINTS[score], period=date)


def rating_rows(rated: Rated, *, with_deviation: bool) -> Iterator[tuple[object, ...]]:
    """One row a player, the best first, equals by name."""
    yield ("player", "games", "rating", *(("deviation", "volatility") if with_deviation else ()))
    for player, state in sorted(rated.states.items(), key=lambda item: (-item[1].rating, str(item[0]))):
        row = (player, state.games, as_points(state.rating))
        if state.deviation is None or state.volatility is None:
            yield row
        else:
            yield (*row, as_points(state.deviation), as_share(state.volatility))


def history_rows(rated: Rated) -> Iterator[tuple[object, ...]]:
    """One row a game, with white's expected score."""
    yield ("row", "white_before", "black_before", "expected", "white_after", "black_after")
    for white, black in zip(rated.history[::2], rated.history[1::2], strict=True):
        befores = as_points(white.before), as_points(black.before)
        afters = as_points(white.after), as_points(black.after)
        yield (white.game, *befores, as_share(white.expected), *afters)
