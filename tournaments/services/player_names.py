"""Who may say whether a player is shown by name or by code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_role_of
from games.services.permissions import role_allows
from games.services.players import player_name_hide
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import NotAllowed
from tournaments.models import Entry

if TYPE_CHECKING:
    from games.models import Player


def may_hide_name(actor: Actor, player: Player) -> bool:
    """The player, by account or by the personal link of one of his entries; those who enter players in his club; staff
    of the service."""
    if actor.kind == "link":
        return Entry.objects.filter(key=actor.key, player=player).exists()
    if actor.kind != "user":
        return False
    if actor.staff or (player.user is not None and player.user.key == actor.key):
        return True
    return player.club is not None and role_allows(club_role_of(actor, player.club), Action.MANAGE_ENTRIES)


def player_shown_by(*, act: Act, player: Player, code: bool) -> None:
    """Show the player by code on everything that strangers read, or by name again. Twice is once."""
    if not may_hide_name(act.actor, player):
        raise NotAllowed(
            "not_your_name", _("Only the player and the organisers of the player’s club can choose how he is shown.")
        )
    player_name_hide(act=act, player=player, hides=code)
