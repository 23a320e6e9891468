from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.enums import ROLE_ACTIONS, Action, Role
from games.models import Club
from games.selectors.clubs import club_by_slug, club_role_of
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from magistrar_site.shared.isolates import isolated


def refuse(act: Act, *, no_role: str | Promise = "") -> NotAllowed:
    """The refusal of an action that the actor's roles don't give: to sign in first, or that it isn't theirs. `no_role`
    says it to an account that has no role there at all."""
    if act.actor.kind in {"nobody", "link"}:
        return NotAllowed("sign_in", _("Sign in with an account that runs this event or club."), status=403)
    text = no_role or _("Your role here doesn’t allow this. Ask the owner or an organiser.")
    return NotAllowed("not_your_role", text)


def role_allows(role: Role | None, action: Action) -> bool:
    return role is not None and action in ROLE_ACTIONS[role]


def shown_club(actor: Actor, slug: str) -> Club:
    """The club at an address. NotFound also where it is hidden and the actor has no role in it."""
    club = club_by_slug(slug)
    if club.is_hidden and not actor.staff and club_role_of(actor, club) is None:
        raise NotFound("no_such_club", _("There is no club at this address."))
    return club


def require_shown(club: Club) -> None:
    """DomainError `club_hidden` where something new would be shown of a club that the service's staff has hidden."""
    if club.is_hidden:
        raise DomainError("club_hidden", _("The staff of this service has hidden this club: nothing is added."))


def require_club(act: Act, club: Club, action: Action) -> None:
    """NotAllowed unless the actor's role in the club gives the action (staff of the service may do everything)."""
    if act.actor.staff:
        return
    role = club_role_of(act.actor, club)
    if not role_allows(role, action):
        no_role = _("You have no role in %(club)s. Ask its owner or an organiser.")
        raise refuse(act, no_role="" if role else no_role % {"club": isolated(club.name)})
