"""The versions that public pages are kept under, as they were a moment ago (`VERSION_SECONDS`)."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone

from magistrar_site.shared.recent_versions import recent
from tournaments.selectors.page_versions import VersionedEvent, versioned_event
from tournaments.services.entries.sign_up import sign_up_state


def event_version(request: HttpRequest, slug: str) -> VersionedEvent:
    """The event with the version of its pages. NotFound where there is no such event."""
    return recent(request, f"event:{slug}", lambda: versioned_event(slug))


def event_page_version(request: HttpRequest, *, slug: str, **_place: object) -> str:
    """The version of a whole page of an event, for readers without an account. Players may enter themselves from one
    instant until another, without any fact that says so."""

    def look_up() -> str:
        versioned = event_version(request, slug)
        return f"{versioned.version}.{sign_up_state(versioned.event, timezone.now()).value}"

    return recent(request, f"event-page:{slug}", look_up)
