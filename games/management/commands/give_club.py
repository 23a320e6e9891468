"""`manage.py give_club`: make somebody the owner of a club whose owners are gone."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.selectors.clubs import club_by_slug
from games.services.recovery import club_give
from magistrar_site.shared.acts import act_of_system
from magistrar_site.shared.errors import DomainError


class Command(BaseCommand):
    help = (
        "Make an account an owner of a club whose owners are gone or haven't signed in for 90 days. Nobody loses a "
        "role. The reason stays in the club's log."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="SLUG", help="as in the club's address, /clubs/SLUG/")
        parser.add_argument("email", metavar="EMAIL", help="the address of the new owner's account")
        parser.add_argument("--why", required=True, help="how it is known that this person speaks for the club")

    def handle(self, *, club: str, email: str, why: str, **options: Any) -> None:
        try:
            found = club_by_slug(club)
            club_give(act=act_of_system("give_club").because(why), club=found, email=email)
        except DomainError as refusal:
            raise CommandError(str(refusal.message)) from None
        self.stdout.write(f"{email} owns {found.name}")
