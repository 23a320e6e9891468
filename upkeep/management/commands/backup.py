"""`manage.py backup`: back the whole service up, while it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from magistrar_site.shared.errors import DomainError
from upkeep.enums import BackupResult
from upkeep.selectors.beside import is_key_kept
from upkeep.services.backups.make import backup_due, backup_make

MEGABYTE = 1024 * 1024
DOES_NOT_HOLD = 1


class Command(BaseCommand):
    help = (
        "Back the whole service up into one file, while it runs, and verify every event and league in the copy. "
        "`manage.py restore FILE` sets a service up from it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", nargs="?", type=Path, help="where the file goes, by default BACKUP_DIR (`backups` in DATA_DIR)"
        )

        parser.add_argument("--slot", default="", help="that of which time, unless it is made: as workers call it")

    def handle(self, *, folder: Path | None, slot: str, **options: Any) -> None:
        target = folder or Path(settings.BACKUP_DIR)
        try:
            if slot:
                os.nice(10)
                backup_due(slot=slot, now=timezone.now())
                return
            run = backup_make(at=timezone.now(), folder=target)
        except DomainError as error:
            raise CommandError(str(error.message)) from None
        except OSError as error:
            raise CommandError(f"{error.filename or target}: {error.strerror or error}") from None
        except DatabaseError as error:
            raise CommandError(f"The database can't be read: {error}") from None
        path = target / run.file
        self.stdout.write(f"{path}: {run.size / MEGABYTE:.1f} MB")
        for difference in run.differences:
            self.stdout.write(f"doesn't hold: {difference}")
        self.stdout.write(f"{run.events} events and {run.leagues} leagues verified in the copy.")
        if not is_key_kept():
            self.stdout.write(
                "The secret key isn't in the file, as SECRET_KEY sets it or its file isn't in DATA_DIR: keep it too, "
                "or old links, QR codes and sign-ins end."
            )
        if run.result != BackupResult.VERIFIED:
            raise CommandError("The backup is made, but not everything in it holds.", returncode=DOES_NOT_HOLD)
