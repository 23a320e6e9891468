"""What an event that is over refuses."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import DomainError
from tournaments.enums import EventState
from tournaments.models import Event

FINISHED = _("This event is finished.")
RESULTS_FIXED = _("This event is finished, so its results can’t be changed.")
CANCELLED = _("This event was cancelled. Its organiser can take the cancellation back.")


def refuse_over(event: Event, *, finished: str | Promise = FINISHED) -> None:
    """DomainError `finished` (in the words of what is refused) or `cancelled` where the event is over."""
    if event.state == EventState.FINISHED:
        raise DomainError("finished", finished)
    if event.state == EventState.CANCELLED:
        raise DomainError("cancelled", CANCELLED)


def refuse_over_now(event: Event) -> None:
    """Refuse changed results of an event that is over by now. An act that asked before it waited for the lock of the
    event's stream asks again once it holds it: the event may have been finished meanwhile."""
    refuse_over(Event.objects.only("state").get(pk=event.pk), finished=RESULTS_FIXED)
