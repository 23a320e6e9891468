"""`manage.py export_event`: an event as one file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from magistrar_site.shared.errors import DomainError
from tournaments.selectors.events import event_by_slug
from tournaments.services.bundle.exporting import bundle_stream

UNUSABLE = 2


class Command(BaseCommand):
    help = "Write an event's bundle (docs/formats/bundle.md): all of its facts in one JSON file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the event's slug, as in its address")
        parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="where to; - is standard output")
        parser.add_argument("--without-people", action="store_true", help="leave the names out")
        parser.add_argument("--without-texts", action="store_true", help="leave reasons and documents out")

    def handle(self, *, slug: str, file: str, without_people: bool, without_texts: bool, **options: Any) -> None:
        try:
            event = event_by_slug(slug)
        except DomainError as error:
            raise CommandError(f"{slug}: {error.message}", returncode=UNUSABLE) from None
        chunks = bundle_stream(event, people=not without_people, texts=not without_texts)
        if file == "-":
            sys.stdout.buffer.writelines(chunks)
            sys.stdout.buffer.flush()
            return
        try:
            with Path(file).open("xb") as stream:
                stream.writelines(chunks)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}", returncode=UNUSABLE) from None
