"""Permissions to export and delete people's data, and to answer claims. A personal link never does any of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import clubs_by_key
from games.selectors.people import merged_player
from games.services.permissions import require_club
from magistrar_site.accounts.selectors.users import user_by_key
from magistrar_site.accounts.services.erasing import password_is
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import Invalid, NotAllowed
from tournaments.selectors.events import clubs_of_events
from tournaments.services.player_names import (
    enters_players,
    may_rename,
    runs_a_club_of,
    runs_every_club_of,
    speaks_for,
)

if TYPE_CHECKING:
    from games.models import Club, Player
    from magistrar_site.accounts.models import User
    from privacy.models import PlayerMerge


def account_of(act: Act) -> User:
    """The signed-in account. NotAllowed `sign_in` for visitors and personal links."""
    if act.actor.kind != "user":
        raise NotAllowed(
            "sign_in", _("Sign in with an account first. A personal link isn’t enough for this."), status=403
        )
    return user_by_key(act.actor.key)


def may_handle(actor: Actor, player: Player) -> bool:
    """Whether the actor may export and delete the player's person: those who run every club where the player has
    played, while the player has no account to do it with; staff of the service."""
    return actor.kind == "user" and (actor.staff or (player.user is None and runs_every_club_of(actor, player)))


def require_handling(act: Act, player: Player) -> None:
    """NotAllowed unless `may_handle`: `has_account`, `player_of_others`, or as for any visitor."""
    account_of(act)
    if may_handle(act.actor, player):
        return
    if runs_a_club_of(act.actor, player) and player.user is not None:
        raise NotAllowed("has_account", _("This player has an account and can do this on the page “My data”."))
    if runs_a_club_of(act.actor, player):
        raise NotAllowed(
            "player_of_others",
            _(
                "This player has played in other clubs too. The player can do it with an account, or ask whoever runs "
                "this service."
            ),
        )
    raise NotAllowed("not_your_player", _("Only the player and the organisers of the player’s club can do this."))


def may_merge(actor: Actor, *players: Player) -> bool:
    """Whether the actor may say that a player is the same person as another: whoever speaks for each of them."""
    return actor.kind == "user" and all(speaks_for(actor, player) for player in players)


def require_merging(act: Act, *either: Player, others: frozenset[str] = frozenset()) -> None:
    """NotAllowed `not_your_player` unless the actor speaks for one of these; `own_merge` where that is their own
    player, and there are `others` who can do it."""
    if not any(may_merge(act.actor, player) for player in either):
        raise NotAllowed(
            "not_your_player",
            _("Only somebody who enters players in the clubs of both can say that they are one person."),
        )
    is_own = any(player.user is not None and player.user.key == act.actor.key for player in either)
    if is_own and others and not act.actor.staff:
        raise NotAllowed("own_merge", _("This is about yourself: another organiser has to decide it."))


def may_undo(actor: Actor, merge: PlayerMerge) -> bool:
    """Whether the actor speaks for the one who stayed, and for those clubs that spoke for the other before."""
    if not may_merge(actor, merged_player(merge.into)):
        return False
    return actor.staff or any(enters_players(actor, club) for club in clubs_of(merge))


def require_undoing(act: Act, merge: PlayerMerge) -> None:
    """NotAllowed `not_your_player` unless `may_undo`."""
    if may_undo(act.actor, merge):
        return
    raise NotAllowed(
        "not_your_player", _("Only somebody who enters players in the clubs of both can say that they are two people.")
    )


def clubs_of(merge: PlayerMerge) -> list[Club]:
    """The club that the player who went belonged to; without one, those of the events that it had."""
    if merge.before["club"]:
        return list(clubs_by_key([merge.before["club"]]).values())
    return clubs_of_events(merge.events)


def require_naming(act: Act, player: Player) -> None:
    """NotAllowed `not_your_player` for everybody but those who see what a player was called before: whoever speaks for
    the player, and who may change the name."""
    account_of(act)
    if not (may_merge(act.actor, player) or may_rename(act.actor, player)):
        raise NotAllowed("not_your_player", _("Only the organisers of the player’s club see this."))


def require_organiser(act: Act, club: Club) -> None:
    """NotAllowed for everybody but those who enter the club's players."""
    require_club(act, club, Action.MANAGE_ENTRIES)


def require_password(act: Act, password: str) -> User:
    """The signed-in account, which has given its password again. Invalid `wrong_password`."""
    user = account_of(act)
    if not password_is(user, password):
        raise Invalid(
            "wrong_password",
            _("This isn’t the password of your account."),
            fields={"password": _("Type the password that you sign in with.")},
        )
    return user
