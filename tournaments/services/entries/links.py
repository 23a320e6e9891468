"""Personal links of an event's entries: read, made for everyone, replaced."""

from __future__ import annotations

from django.db import transaction

from games.enums import Action
from games.services.players import require_not_deleted
from magistrar_site.accounts.services.codes import code_make, codes_make
from magistrar_site.accounts.services.links import link_revoke, link_token, links_make
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState
from tournaments.facts.entries import PersonalLinkReplaced
from tournaments.models import Entry, Event
from tournaments.services.events.over import refuse_over
from tournaments.services.fixtures.calendars import entry_calendars_revoke
from tournaments.services.permissions import require_event


def personal_link(*, act: Act, entry: Entry) -> str:
    """The token of a player's personal link, for the desk to hand over. DomainError `player_deleted`."""
    require_event(act, entry.event, Action.DESK)
    require_not_deleted(entry.player)
    return link_token(subject=entry.key)


def personal_links_make(*, act: Act, event: Event) -> None:
    """A link for everybody in the event who has none that is good, and a code to type for everybody who never had one,
    and for the event; ghosts get none."""
    require_event(act, event, Action.DESK)
    keys = list(Entry.objects.filter(event=event, player__erased_at=None).values_list("key", flat=True))
    links_make(subjects=keys)
    codes_make(subjects=keys)
    if event.state != EventState.FINISHED:
        code_make(subject=event.stream)


def event_code_make(*, act: Act, event: Event) -> str:
    """Six digits that open the event's public page until it is finished; another ones where there were some."""
    require_event(act, event, Action.DESK)
    refuse_over(event)
    return code_make(subject=event.stream, renew=True)


def player_code_make(*, act: Act, entry: Entry) -> str:
    """Another code to type for a player, which works once; the one before opens nothing. DomainError
    `player_deleted`."""
    require_event(act, entry.event, Action.DESK)
    require_not_deleted(entry.player)
    return code_make(subject=entry.key, renew=True)


@transaction.atomic
def personal_link_replace(*, act: Act, entry: Entry) -> str:
    """Revoke a player's link, wherever it went, and make a new one."""
    require_event(act, entry.event, Action.DESK)
    require_not_deleted(entry.player)
    link_revoke(subject=entry.key, at=act.at)
    entry_calendars_revoke(entry=entry, at=act.at)
    fact_append(act=act, stream=entry.event.stream, fact=PersonalLinkReplaced(entry=entry.key))
    code_make(subject=entry.key, renew=True)
    return link_token(subject=entry.key)
