"""What of an event may be shown on other sites."""

from __future__ import annotations

from django.utils.translation import gettext as _

from magistrar_site.shared.errors import NotFound
from tournaments.enums import RoundState
from tournaments.models import Event, MatchGame


def may_be_shared(event: Event) -> bool:
    """Whether other sites may show the event: not while it is being set up, and not where it is unlisted or
    hidden."""
    return event.is_listed and not event.is_withheld


def require_shared_event(event: Event) -> Event:
    """The event. NotFound where other sites may not show it."""
    if not may_be_shared(event):
        raise NotFound("no_such_event", _("There is no event at this address."))
    return event


def require_shared_game(place: MatchGame) -> MatchGame:
    """The game's place. NotFound where other sites may not show it."""
    round_ = place.match.round
    if round_.state == RoundState.DRAFT or not may_be_shared(round_.stage.event):
        raise NotFound("no_such_game", _("There is no game at this address."))
    return place
