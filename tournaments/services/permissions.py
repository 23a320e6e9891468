from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.enums import ROLE_ACTIONS, Action, Role
from games.selectors.clubs import club_role_of
from games.services.permissions import refuse
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import NotAllowed
from magistrar_site.shared.isolates import isolated
from tournaments.models import Entry, Event, EventRole, Match, MatchSeat
from tournaments.selectors.rounds.matches import seats_of_match


def allowed(actor: Actor, event: Event, action: Action) -> bool:
    """Whether the actor's role in the club or in this event gives the action."""
    return actor.staff or any(action in ROLE_ACTIONS[role] for role in roles_in(actor, event))


def actions_of(actor: Actor, event: Event) -> frozenset[Action]:
    """All that the actor's roles in the club and in this event give: for pages, which show many buttons."""
    if actor.staff:
        return frozenset(Action)
    return frozenset().union(*(ROLE_ACTIONS[role] for role in roles_in(actor, event)))


def require_event(act: Act, event: Event, action: Action) -> None:
    """NotAllowed unless `allowed`."""
    if not allowed(act.actor, event, action):
        raise refuse_event(act, event)


def refuse_event(act: Act, event: Event) -> NotAllowed:
    """As `refuse`; an account without a role learns which club runs the event, where that is public."""
    if event.is_withheld or roles_in(act.actor, event):
        return refuse(act)
    no_role = _("%(club)s runs this event, and you have no role there. Ask its owner or an organiser.")
    return refuse(act, no_role=no_role % {"club": isolated(event.club.name)})


def best_role(actor: Actor, event: Event) -> Role | None:
    """The highest role that the actor has in the club or the event."""
    order = list(Role)
    return min(roles_in(actor, event), key=order.index, default=None)


def is_own_entry(actor: Actor, entry: Entry) -> bool:
    """Whether the entry is the actor's, by its personal link or by their account's player."""
    if actor.kind == "link":
        return actor.key == entry.key
    user = entry.player.user
    return actor.kind == "user" and user is not None and user.key == actor.key


def seat_of(actor: Actor, match: Match) -> MatchSeat | None:
    """The seat that the actor has in the match, by his personal link or his account's player; None for all others."""
    for seat in seats_of_match(match):
        if seat.former_player is None and is_own_entry(actor, seat.entry):
            return seat
        former = seat.former_player.user if seat.former_player is not None else None
        if former is not None and actor.kind == "user" and former.key == actor.key:
            return seat
    return None


def refuse_own(act: Act, match: Match) -> None:
    """NotAllowed `own_game` for who plays in the match: nobody decides about his own games."""
    if seat_of(act.actor, match) is not None:
        raise own_game()


def own_game() -> NotAllowed:
    return NotAllowed("own_game", _("You play in this game yourself: somebody else has to decide about it."))


def roles_in(actor: Actor, event: Event) -> list[Role]:
    """The actor's roles in the event's club and in the event itself; links and visitors have none."""
    if actor.kind != "user":
        return []
    here = EventRole.objects.filter(event=event, user__key=actor.key).values_list("role", flat=True)
    of_club = club_role_of(actor, event.club)
    return [Role(role) for role in here] + ([of_club] if of_club else [])


def roles_of_event(event: Event) -> QuerySet[EventRole]:
    """Who has a role in this event beside the club's, with their accounts."""
    return EventRole.objects.filter(event=event).select_related("user").order_by("role", "user__email")
