"""Prints the matches of a knock-out or a double elimination."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.systems.knockout.bracket import BracketMatch, Group, Origin, Source, Target, bracket
from tournaments.formats.systems.knockout.loser_orders import DEFAULT_ORDER, ORDERS

UNREADABLE = 2
LETTER = {Origin.SEED: "S", Origin.WINNER: "W", Origin.LOSER: "L"}


class Command(BaseCommand):
    help = (
        "Print the matches of a knock-out of N seeds in the order of play, one a line: its number, group, round and "
        "position; who meets (S seed, W winner of, L loser of); where winner and loser go. A reset is played only if "
        "the final was won from the losers' bracket; otherwise that has decided."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("seeds", metavar="N", type=int, help="2 to 256")
        parser.add_argument("--double", action="store_true", help="double elimination")
        parser.add_argument("--third-place", action="store_true", help="with a match for third place")
        parser.add_argument("--no-reset", action="store_true", help="one grand final, whoever wins it")
        parser.add_argument("--order", choices=sorted(ORDERS), default=DEFAULT_ORDER, help="of the losers' bracket")

    def handle(
        self, *, seeds: int, double: bool, third_place: bool, no_reset: bool, order: str, **options: Any
    ) -> None:
        try:
            drawn = bracket(seeds, double=double, third_place=third_place, reset=not no_reset, order=order)
        except ValueError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        for match in drawn.matches:
            self.stdout.write(line(match))


def line(match: BracketMatch) -> str:
    """As in `5: losers 1.1 L1-L2 winner 8 loser out`."""
    name = "reset" if match.is_reset else match.group.replace("_", "-")
    place = f"{name} {match.round}.{match.position}" if match.group in (Group.WINNERS, Group.LOSERS) else name
    who = "-".join(seat(source) for source in match.seats)
    first = "third" if match.group is Group.THIRD_PLACE else "first"
    return f"{match.id}: {place} {who} winner {goes(match.winner_to, first)} loser {goes(match.loser_to, 'out')}"


def seat(source: Source) -> str:
    return f"{LETTER[source.origin]}{source.number}"


def goes(target: Target | None, otherwise: str) -> str:
    return str(target.match) if target else otherwise
