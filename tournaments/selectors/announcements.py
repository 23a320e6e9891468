from __future__ import annotations

from tournaments.models import Announcement, Event


def announcements_of(event: Event) -> list[Announcement]:
    """What players and hall are told now, newest first."""
    return list(Announcement.objects.filter(event=event).exclude(text=""))
