"""The person that a command means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.management.base import CommandError

from games.selectors.players import player_by_key, player_of_account
from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.errors import NotFound

if TYPE_CHECKING:
    from games.models import Player
    from magistrar_site.accounts.models import User

NOBODY = 2


def person_called(who: str) -> tuple[Player | None, User | None]:
    """The player and the account of an e-mail address or a player's key. CommandError where there is nobody."""
    if "@" in who:
        user = user_by_email(who)
        if user is None:
            raise CommandError(f"{who}: there is no such account", returncode=NOBODY)
        return player_of_account(user.key), user
    try:
        player = player_by_key(who)
    except NotFound:
        raise CommandError(f"{who}: there is no such player", returncode=NOBODY) from None
    return player, player.user
