"""What an event that is over refuses."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import DomainError
from tournaments.enums import EventState
from tournaments.models import Event

FINISHED = _("This event is finished.")
CANCELLED = _("This event was cancelled. Its organiser can take the cancellation back.")


def refuse_over(event: Event, *, finished: str | Promise = FINISHED) -> None:
    """DomainError `finished` (in the words of what is refused) or `cancelled` where the event is over."""
    if event.state == EventState.FINISHED:
        raise DomainError("finished", finished)
    if event.state == EventState.CANCELLED:
        raise DomainError("cancelled", CANCELLED)
