"""Who may say whether a player is shown by name or by code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_role_of
from games.selectors.people import merged_player
from games.services.permissions import role_allows
from games.services.players import (
    former_name_erase,
    player_name_hide,
    player_rename,
    player_under_16_set,
    require_not_deleted,
)
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import NotAllowed
from tournaments.models import Entry
from tournaments.selectors.events import clubs_of_player, home_club

if TYPE_CHECKING:
    from games.models import Club, FormerName, Player


def may_hide_name(actor: Actor, player: Player) -> bool:
    """The player, by account or by the personal link of an entry of the club that speaks for the player (others can
    enter anybody, and have a link of theirs); the organisers of that club; staff of the service. Nobody for a ghost."""
    if player.erased_at is not None:
        return False
    if actor.kind == "link":
        entry = Entry.objects.filter(key=actor.key, player=player, is_claim=False).select_related("event").first()
        home = home_club(player) if entry is not None else None
        return entry is not None and home is not None and entry.event.club_id == home.pk
    is_self = actor.kind == "user" and player.user is not None and player.user.key == actor.key
    return is_self or speaks_for(actor, player)


def speaks_for(actor: Actor, player: Player) -> bool:
    """Whether the actor enters players in the player's club; for a player of no club, in the first that entered them;
    staff of the service."""
    if actor.kind != "user":
        return False
    if actor.staff:
        return True
    home = home_club(player)
    return home is not None and enters_players(actor, home)


def enters_players(actor: Actor, club: Club) -> bool:
    return role_allows(club_role_of(actor, club), Action.MANAGE_ENTRIES)


def runs_a_club_of(actor: Actor, player: Player) -> bool:
    """Whether the actor enters players in one of the clubs that the player belongs to or was entered by."""
    if actor.kind != "user":
        return False
    return actor.staff or any(enters_players(actor, club) for club in clubs_of_player(player))


def runs_every_club_of(actor: Actor, player: Player) -> bool:
    """Whether the actor does so in all of them, of which there is one."""
    if actor.kind != "user":
        return False
    clubs = clubs_of_player(player)
    return actor.staff or (bool(clubs) and all(enters_players(actor, club) for club in clubs))


def player_shown_by(*, act: Act, player: Player, code: bool) -> None:
    """Show the player by code on everything that strangers read, or by name again. Twice is once."""
    if not may_hide_name(act.actor, player):
        raise NotAllowed(
            "not_your_name",
            _("Only the player and the organisers of the player’s club can choose how the name is shown."),
        )
    player_name_hide(act=act, player=player, hides=code)


def player_under_16_by(*, act: Act, player: Player, under_16: bool) -> None:
    """Say that the player is under 16, or is no more: by whoever speaks for the player. Another club could take the
    name from anybody by it. Twice is once."""
    require_not_deleted(player)
    if not speaks_for(act.actor, player):
        raise NotAllowed("not_your_player", _("Only the organisers of the player’s club can say this."))
    player_under_16_set(act=act, player=player, under_16=under_16)


def may_rename(actor: Actor, player: Player) -> bool:
    """Whoever speaks for the player; of no club, and not under 16, the player's own account, and where there is one,
    nobody else: any club can enter somebody of no club. Nobody for a ghost."""
    if player.erased_at is not None:
        return False
    if player.club is None and player.user is not None and not player.under_16:
        return actor.staff or (actor.kind == "user" and player.user.key == actor.key)
    return speaks_for(actor, player)


def may_name(actor: Actor, player: Player) -> bool:
    """Whether the actor sees what the player was called before, and which players are the same person."""
    return player.erased_at is None and (speaks_for(actor, player) or may_rename(actor, player))


def player_renamed_by(*, act: Act, player: Player, name: str) -> None:
    """Call the player something else, everywhere at once. NotAllowed `not_your_name`; otherwise as `player_rename`."""
    require_not_deleted(player)
    if not may_rename(act.actor, player):
        raise NotAllowed("not_your_name", _("Only the organisers of the player’s club can change the name."))
    player_rename(act=act, player=player, name=name)


def former_name_erased_by(*, act: Act, former: FormerName) -> None:
    """Forget a name that the player had before: by whoever speaks for the player, and the player. NotAllowed
    `not_your_name`. Twice is once."""
    player = former.player
    is_self = act.actor.kind == "user" and player.user is not None and player.user.key == act.actor.key
    if not is_self and not speaks_for(act.actor, merged_player(player)):
        raise NotAllowed("not_your_name", _("Only the player and the organisers of the player’s club can do this."))
    former_name_erase(act=act, former=former)
