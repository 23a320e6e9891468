"""`manage.py verify_event`: replay an event from its facts and say whether everything follows from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from magistrar_site.shared.errors import DomainError
from tournaments.selectors.events import event_by_slug
from tournaments.services.bundle.document import MOST_BYTES, BundleError
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.event import Verdict, event_verify

DOES_NOT_HOLD, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Replay an event from its facts: the chain, what the engines say of games and pairings, rows, tables, ratings. "
        "Prints the first difference, or `verified` with number and digest of the newest fact, and below it what "
        "no fact can prove: the names in a bundle."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "event", metavar="BUNDLE or SLUG", help="a bundle (a file, or - for standard input), or an event's slug"
        )

    def handle(self, *, event: str, **options: Any) -> None:
        is_bundle = event == "-" or event.endswith(".json") or Path(event).is_file()
        verdict = _of_bundle(event) if is_bundle else _here(event)
        for note in verdict.notes:
            self.stderr.write(note)
        self.stdout.write("\n".join([str(verdict), *verdict.unproven]))
        if not verdict.holds:
            sys.exit(DOES_NOT_HOLD)


def _here(slug: str) -> Verdict:
    try:
        return event_verify(event=event_by_slug(slug))
    except DomainError as error:
        raise CommandError(f"{slug}: {error.message}", returncode=UNREADABLE) from None
    except DatabaseError as error:
        raise CommandError(f"{slug}: the database can't be read: {error}", returncode=UNREADABLE) from None


def _of_bundle(name: str) -> Verdict:
    try:
        return bundle_verify(data=_read(name))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}", returncode=UNREADABLE) from None
    except BundleError as error:
        place = f"{name}, line {error.line}" if error.line else name
        raise CommandError(f"{place}: {error.message}", returncode=UNREADABLE) from None
    except DomainError as error:
        raise CommandError(f"{name}: {error.message}", returncode=UNREADABLE) from None


def _read(name: str) -> bytes:
    """At most what a bundle may have, and a byte more that tells that it is too big."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)
