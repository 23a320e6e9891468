"""`manage.py verify_all`: replay every event and every league from their facts."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from upkeep.services.backups.verify import database_verify

DOES_NOT_HOLD = 1


class Command(BaseCommand):
    help = (
        "Replay every event and every league from their facts, and look the database's file through. Prints what "
        "doesn't hold, and how many were looked at."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="the verdict as JSON, and 0 as exit code in any case")
        parser.add_argument("--gently", action="store_true", help="give way to other processes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["gently"]:
            os.nice(10)
        verdict = database_verify()
        if options["json"]:
            self.stdout.write(msgspec.json.encode(verdict).decode())
            return
        for difference in verdict.differences:
            self.stdout.write(difference)
        self.stdout.write(f"{verdict.events} events and {verdict.leagues} leagues looked at.")
        if not verdict.holds:
            sys.exit(DOES_NOT_HOLD)
