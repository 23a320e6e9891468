"""`manage.py import_event`: bring an event in from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError
from tournaments.services.bundle.document import MOST_BYTES
from tournaments.services.bundle.importing import event_import

DOES_NOT_HOLD, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Bring an event in from its bundle (docs/formats/bundle.md), with its club, players and games. Whoever runs "
        "the command runs the service, so it takes in what would touch other clubs too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the bundle")
        parser.add_argument(
            "--owner", required=True, metavar="E-MAIL", help="the account that owns the club, where it isn't here yet"
        )

    def handle(self, *, file: str, owner: str, **options: Any) -> None:
        user = user_by_email(owner)
        if user is None:
            raise CommandError(f"{owner}: there is no such account", returncode=UNREADABLE)
        try:
            with Path(file).open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}", returncode=UNREADABLE) from None
        act = Act(actor=Actor("user", user.key, staff=True), at=timezone.now())
        try:
            event = event_import(act=act, data=data)
        except DomainError as error:
            status = UNREADABLE if error.code == "bad_bundle" else DOES_NOT_HOLD
            raise CommandError(f"{file}: {error.message}", returncode=status) from None
        self.stdout.write(f"{event.slug}: {event.name}")
