"""Prints a schedule of rounds of tables, made ahead, without a database."""

from __future__ import annotations

import random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.core.format import FormatOptions
from tournaments.formats.systems.tables.format import LARGEST, MOST_ROUNDS, SMALLEST, Tables
from tournaments.formats.systems.tables.schedule import pairs_again, schedule
from tournaments.formats.systems.tables.sizes import TableSizes

UNREADABLE = 2
MOST_PLAYERS = 1000


class Command(BaseCommand):
    help = (
        "Print who sits together in each round, a round a line, players in the order of their seats; a bye is N-0 at "
        "the end. Says on standard error how many pairs meet more than once."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("players", type=int, metavar="N", help=f"how many players, at most {MOST_PLAYERS}")
        parser.add_argument("--size", type=int, default=4, metavar="P", help="players at a table (default 4)")
        parser.add_argument("--least", type=int, metavar="A", help="at the smallest table (default P - 1)")
        parser.add_argument("--most", type=int, metavar="B", help="at the largest table (default P + 1)")
        parser.add_argument("--rounds", type=int, metavar="R", help="how many rounds (default: as an event plans them)")
        parser.add_argument("--seed", type=int, metavar="S", help="draw lots for who has which number")

    def handle(
        self,
        *,
        players: int,
        size: int,
        least: int | None,
        most: int | None,
        rounds: int | None,
        seed: int | None,
        **options: Any,
    ) -> None:
        try:
            sizes = _sizes(size, least, most)
            planned = _rounds(players, sizes, rounds)
        except ValueError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        numbers = list(range(1, players + 1))
        if seed is not None:
            random.Random(seed).shuffle(numbers)
        made = schedule(players, sizes, planned)
        for number, tables in enumerate(made, start=1):
            self.stdout.write(f"{number}: {' '.join(_written([numbers[at] for at in table]) for table in tables)}")
        again = pairs_again(made)
        self.stderr.write(f"{again} {'pair meets' if again == 1 else 'pairs meet'} more than once")


def _sizes(size: int, least: int | None, most: int | None) -> TableSizes:
    """ValueError for sizes that don't fit together, or that no table has."""
    least = max(SMALLEST, size - 1) if least is None else least
    most = min(LARGEST, size + 1) if most is None else most
    if not SMALLEST <= least <= size <= most <= LARGEST:
        raise ValueError(
            f"sizes go from {SMALLEST} to {LARGEST}, the least no more than the usual and that no more than the most: "
            f"not {least}, {size}, {most}"
        )
    return TableSizes(size, least, most)


def _rounds(players: int, sizes: TableSizes, rounds: int | None) -> int:
    """ValueError for too few or too many players or rounds."""
    if not sizes.least <= players <= MOST_PLAYERS:
        raise ValueError(f"{sizes.least} to {MOST_PLAYERS} players, not {players}")
    if rounds is None:
        options: FormatOptions = {"size": sizes.preferred, "least": sizes.least, "most": sizes.most}
        return Tables().rounds_for(max(players, Tables.minimum_entrants), options)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"1 to {MOST_ROUNDS} rounds, not {rounds}")
    return rounds


def _written(table: list[int]) -> str:
    return "-".join(map(str, table if len(table) > 1 else [*table, 0]))
