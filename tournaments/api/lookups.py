"""What an address names, as far as whoever asks may see it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from games.enums import Action
from magistrar_site.accounts.api.authentication import actor_of
from magistrar_site.shared.errors import NotFound
from tournaments.enums import RoundState
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.events import entry_by_key, event_by_slug
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.stages import round_numbered, stage_numbered
from tournaments.services.permissions import allowed, seat_of


def sees_drafts(request: Request, event: Event) -> bool:
    return allowed(actor_of(request), event, Action.VIEW)


def visible_event(request: Request, slug: str) -> Event:
    """NotFound also for one that is being set up or hidden, unless it may be seen."""
    event = event_by_slug(slug)
    if event.is_withheld and not sees_drafts(request, event):
        raise NotFound("no_such_event", _("There is no event at this address."))
    return event


def visible_round(request: Request, slug: str, number: int, stage: int | None) -> Round:
    """NotFound also for a draft, unless it may be seen."""
    event = visible_event(request, slug)
    return round_numbered(stage_numbered(event, stage), number, with_drafts=sees_drafts(request, event))


def visible_match(request: Request, key: str) -> Match:
    """NotFound also for one of a draft or of a hidden event, unless it may be seen."""
    match = match_by_key(key)
    require_visible(request, match)
    return match


def require_visible(request: Request, match: Match) -> None:
    """NotFound for a match of a draft, and for one of a hidden event whose reader neither runs it nor plays in it."""
    round_ = match.round
    is_draft = round_.state == RoundState.DRAFT
    if not is_draft and not round_.stage.event.is_hidden:
        return
    is_own = not is_draft and seat_of(actor_of(request), match) is not None
    if not is_own and not sees_drafts(request, round_.stage.event):
        raise NotFound("no_such_match", _("There is no match at this address."))


def entry_of_event(event: Event, key: str) -> Entry:
    """NotFound for entries of other events."""
    entry = entry_by_key(key)
    if entry.event_id != event.pk:
        raise NotFound("no_such_entry", _("This player isn’t entered in this event."))
    return entry
