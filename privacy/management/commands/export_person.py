"""`manage.py export_person`: all that is held of somebody, as one JSON document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from privacy.management.people import NOBODY, person_called
from privacy.selectors.export import person_document


class Command(BaseCommand):
    help = "Write all that the database holds of a person: an account with its player, or a player."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who", metavar="WHO", help="the account's e-mail address, or the player's key")
        parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="where to; - is standard output")

    def handle(self, *, who: str, file: str, **options: Any) -> None:
        player, user = person_called(who)
        document = person_document(player=player, user=user, at=timezone.now())
        text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
        if file == "-":
            self.stdout.write(text, ending="")
            return
        try:
            with Path(file).open("x", encoding="utf-8") as stream:
                stream.write(text)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}", returncode=NOBODY) from None
