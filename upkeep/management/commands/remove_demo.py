"""`manage.py remove_demo`: the demo club goes, with everything in it."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.in_use import nobody_serves
from tournaments.services.demo_wanted import NO_DEMO
from upkeep.selectors.beside import DEMO
from upkeep.services.demo_remove import demo_remove


class Command(BaseCommand):
    help = (
        "Delete the demo club with its players, events, leagues and its organiser's account. Refused once other people "
        "use it. End the site first."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with nobody_serves() if connection.vendor == "sqlite" else nullcontext():
                removed = demo_remove()
        except DomainError as error:
            raise CommandError(str(error.message)) from None
        (Path(settings.DATA_DIR) / NO_DEMO).touch()
        (Path(settings.DATA_DIR) / DEMO).unlink(missing_ok=True)
        self.stdout.write(f"The demo club is deleted ({removed} rows). Starts don't make it again; DEMO=true does.")
