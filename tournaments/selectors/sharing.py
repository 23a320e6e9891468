"""What of an event may be shown on other sites."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from magistrar_site.shared.errors import NotFound
from tournaments.enums import RoundState
from tournaments.models import Event, MatchGame, Round


def may_be_shared(event: Event) -> bool:
    """Whether other sites may show the event: not while it is being set up, and not where it is unlisted or
    hidden."""
    return event.is_listed and not event.is_withheld


def require_public_round(round_: Round) -> None:
    """NotFound for what is played in a round that is a draft, or in an event that is hidden."""
    if round_.state == RoundState.DRAFT or round_.stage.event.is_hidden:
        raise NotFound("no_such_game", _("There is no game at this address."))


def is_withheld_game(key: str) -> bool:
    """Whether a game is of a draft, or of an event that is hidden. One query."""
    withheld = Q(match__round__state=RoundState.DRAFT) | Q(match__round__stage__event__is_hidden=True)
    return MatchGame.objects.filter(withheld, game__key=key).exists()


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
