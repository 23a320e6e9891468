"""Permissions to export and delete people's data, and to answer claims. A personal link never does any of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.permissions import require_club
from magistrar_site.accounts.selectors.users import user_by_key
from magistrar_site.accounts.services.erasing import password_is
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import Invalid, NotAllowed
from tournaments.services.player_names import runs_a_club_of, runs_every_club_of

if TYPE_CHECKING:
    from games.models import Club, Player
    from magistrar_site.accounts.models import User


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
