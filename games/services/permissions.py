from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.enums import ROLE_ACTIONS, Action, Role
from games.models import Club
from games.selectors.clubs import club_role_of
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import NotAllowed


def refuse(act: Act) -> NotAllowed:
    """The refusal of an action that the actor's roles don't give: to sign in first, or that it isn't theirs."""
    if act.actor.kind in {"nobody", "link"}:
        return NotAllowed("sign_in", _("Sign in with an account that runs this event or club."), status=403)
    return NotAllowed("not_your_role", _("Your role here doesn’t allow this. Ask the owner or an organiser."))


def role_allows(role: Role | None, action: Action) -> bool:
    return role is not None and action in ROLE_ACTIONS[role]


def require_club(act: Act, club: Club, action: Action) -> None:
    """NotAllowed unless the actor's role in the club gives the action (staff of the service may do everything)."""
    if not act.actor.staff and not role_allows(club_role_of(act.actor, club), action):
        raise refuse(act)
