"""`manage.py doctor`: what is wrong with the set-up, and what to do."""

from __future__ import annotations

import json
import logging
import sys
from argparse import ArgumentParser
from typing import Any

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand

from magistrar_site.doctor.finding import Finding, Level, problem

MARKS = {Level.OK: "ok      ", Level.NOTE: "note    ", Level.WARNING: "warning ", Level.PROBLEM: "PROBLEM "}


class Command(BaseCommand):
    help = (
        "Say what is wrong with this set-up and what to do: settings, database, Redis, workers, beat, mail, disk, "
        "clock, static files, the site's address. Run it with the variables of the site. Exit status 1 where something "
        "doesn't work, 0 where there are at most warnings."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        found = findings()
        problems = sum(finding.level is Level.PROBLEM for finding in found)
        if options["json"]:
            self.stdout.write(json.dumps([vars_of(finding) for finding in found], ensure_ascii=False, indent=2))
        else:
            self._say(found, problems)
        sys.exit(1 if problems else 0)

    def _say(self, found: list[Finding], problems: int) -> None:
        for finding in found:
            self.stdout.write(f"{MARKS[finding.level]}{finding.says}")
            if finding.do:
                self.stdout.write(f"{'':8}-> {finding.do}")
        warnings = sum(finding.level is Level.WARNING for finding in found)
        self.stdout.write(f"\n{problems} problem(s), {warnings} warning(s).")


def vars_of(finding: Finding) -> dict[str, str]:
    return {"check": finding.check, "level": finding.level.value, "says": finding.says, "do": finding.do}


def findings() -> list[Finding]:
    """What all checks found; where the settings can't be read, that alone."""
    try:
        django.setup()
    except (ImproperlyConfigured, OSError) as error:
        return [problem("settings", str(error), "Correct the variable; docs/running.md has all of them.")]
    logging.disable(logging.CRITICAL)  # what is wrong is said once
    from magistrar_site.doctor.examination import examination

    return examination()
