from __future__ import annotations

from django.db.models import QuerySet

from games.enums import Role
from games.selectors.clubs import club_role_of
from magistrar_site.shared.acts import Actor
from tournaments.models import Event, EventRole


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
