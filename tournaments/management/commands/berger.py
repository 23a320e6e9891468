"""Prints the Berger table of a round robin, without a database."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.systems.round_robin.berger import BergerRound, berger_table

UNREADABLE = 2


class Command(BaseCommand):
    help = "Print the Berger table for N entrants, a round a line, white before black; a bye is N-0 at the end."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("entrants", type=int, metavar="N", help="how many entrants, at least 2")
        parser.add_argument("--double", action="store_true", help="everybody meets everybody twice")

    def handle(self, *, entrants: int, double: bool, **options: Any) -> None:
        try:
            table = berger_table(entrants, double=double)
        except ValueError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        for number, pairs in enumerate(table, start=1):
            self.stdout.write(f"{number}: {' '.join(_written(pairs))}")


def _written(pairs: BergerRound) -> list[str]:
    games = [f"{white}-{black}" for white, black in pairs if white and black]
    byes = [f"{white or black}-0" for white, black in pairs if not (white and black)]
    return games + byes
