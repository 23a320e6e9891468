"""`manage.py restore`: set the service up from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from magistrar_site.shared.errors import DomainError
from upkeep.services.backups.restore import restore


class Command(BaseCommand):
    help = (
        "Set the service up from a file of `manage.py backup`, whichever kind of database it was made of. End the "
        "service first. Nothing changes where anything goes wrong."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument(
            "--replace", action="store_true", help="put it in the place of what is there, which is kept beside it"
        )
        parser.add_argument("--no-verify", action="store_true", help="don't verify every event first: quicker")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            done = restore(
                path=file,
                replace=options["replace"],
                verify=not options["no_verify"],
                at=timezone.now(),
                say=self._say,
            )
        except DomainError as error:
            raise CommandError(f"{error.message} Nothing was changed.") from None
        except OSError as error:
            raise CommandError(f"{error.filename or file}: {error.strerror or error}. Nothing was changed.") from None
        except DatabaseError as error:
            raise CommandError(f"The database can't be written: {error} Nothing was changed.") from None
        call_command("apply_erasures", verbosity=0, stdout=self.stdout)
        self._say(f"Restored as it was on {done.manifest.made_at:%Y-%m-%d at %H:%M} UTC.")
        for difference in done.verdict.differences if done.verdict else ():
            self._say(f"doesn't hold: {difference}")
        if done.verdict:
            self._say(f"{done.verdict.events} events and {done.verdict.leagues} leagues verified.")
        for path in done.kept:
            self._say(f"What was there before is kept in {path}.")
        if done.secret:
            self._say(done.secret)

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
