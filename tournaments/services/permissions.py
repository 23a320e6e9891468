from __future__ import annotations

from games.enums import Action, Role
from games.services.permissions import refuse, role_allows
from magistrar_site.shared.acts import Act, Actor
from tournaments.models import Event
from tournaments.selectors.roles import roles_in


def allowed(actor: Actor, event: Event, action: Action) -> bool:
    """Whether the actor's role in the club or in this event gives the action."""
    return actor.staff or any(role_allows(role, action) for role in roles_in(actor, event))


def actions_of(actor: Actor, event: Event) -> frozenset[Action]:
    """All that the actor's roles in the club and in this event give: for pages, which show many buttons."""
    roles = roles_in(actor, event)
    return frozenset(action for action in Action if actor.staff or any(role_allows(role, action) for role in roles))


def require_event(act: Act, event: Event, action: Action) -> None:
    """NotAllowed unless `allowed`."""
    if not allowed(act.actor, event, action):
        raise refuse(act)


def best_role(actor: Actor, event: Event) -> Role | None:
    """The highest role that the actor has in the club or the event."""
    order = list(Role)
    return min(roles_in(actor, event), key=order.index, default=None)
