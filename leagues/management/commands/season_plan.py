"""`manage.py season_plan`: the placement of a league's next season, without a database."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from leagues.placement.plan import season_plan
from leagues.placement.values import LastSeason, PlacementError

UNREADABLE = 2


class Command(BaseCommand):
    help = "Print the divisions of a league's next season as JSON, with the reason for each player."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE.json", help="last season, or - for standard input")

    def handle(self, *, file: str, **options: Any) -> None:
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            plan = season_plan(msgspec.json.decode(data, type=LastSeason))
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=UNREADABLE) from error
        except (msgspec.DecodeError, UnicodeDecodeError, PlacementError) as error:
            raise CommandError(f"{file}: {error}", returncode=UNREADABLE) from error
        self.stdout.write(json.dumps(msgspec.to_builtins(plan)))
