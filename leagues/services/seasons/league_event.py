"""The events that a league makes: of its divisions and deciders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leagues.models import League
from magistrar_site.shared.acts import Act
from tournaments.services.events.create import NewEvent, event_make
from tournaments.services.events.hiding import events_hidden_set
from tournaments.services.events.listing import event_listed_set

if TYPE_CHECKING:
    from tournaments.models import Event


def league_event_make(act: Act, league: League, new: NewEvent) -> Event:
    """An event of the league: as hidden and as listed as the league is."""
    event = event_make(act=act, club=league.club, new=new)
    event_listed_set(act=act, event=event, listed=league.is_listed)
    if league.is_hidden:
        events_hidden_set(keys=[event.key], hidden=True)
        event.is_hidden = True
    return event
