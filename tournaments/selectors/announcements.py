from __future__ import annotations

from magistrar_site.shared.selectors.facts import facts_of_kind
from tournaments.enums import EventState
from tournaments.models import Announcement, Event


def announcements_of(event: Event) -> list[Announcement]:
    """What players and hall are told now, newest first. Of a finished event only what was said since it finished:
    nobody waits for round 3 any more."""
    told = Announcement.objects.filter(event=event).exclude(text="")
    if event.state == EventState.FINISHED:
        finished = facts_of_kind(event.stream, "event.finished").last()
        told = told.filter(said_at__gte=finished.at) if finished is not None else told
    return list(told)
