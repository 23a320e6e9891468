"""`manage.py erase_person`: delete somebody at once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.selectors.clubs import clubs_owned_alone
from magistrar_site.shared.acts import act_of_system
from privacy.management.people import NOBODY, person_called
from privacy.services.erasing import account_person_erase, player_person_erase


class Command(BaseCommand):
    help = (
        "Delete a person at once, without the day that pages give to cancel: an account with its player, or a player. "
        "Events stay valid under a ghost name. It can't be undone. Export first (export_person)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who", metavar="WHO", help="the account's e-mail address, or the player's key")
        parser.add_argument("--yes", action="store_true", help="needed: without it, it only says who is meant")
        parser.add_argument("--leave-clubs", action="store_true", help="even where a club then has no owner")

    def handle(self, *, who: str, yes: bool, leave_clubs: bool, **options: Any) -> None:
        player, user = person_called(who)
        names = ", ".join(filter(None, [str(user) if user else "", player.name if player else ""]))
        clubs = clubs_owned_alone(user.key) if user is not None else []
        if clubs and not leave_clubs:
            owned = ", ".join(club.name for club in clubs)
            raise CommandError(f"{names} alone owns {owned}: make somebody else an owner, or --leave-clubs")
        if not yes:
            raise CommandError(f"This deletes {names}, for good. Say --yes to do it.", returncode=NOBODY)
        act = act_of_system("erase_person")
        if user is not None:
            account_person_erase(act=act, user=user)
        elif player is not None:
            player_person_erase(act=act, player=player)
        self.stdout.write("deleted")
