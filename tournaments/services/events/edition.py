"""The edition of the game's rules that an event is played with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.editions import edition_titles
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.facts.settings import SettingsChanged
from tournaments.models import Event, MatchGame
from tournaments.models.rules import rules_store
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Club


def valid_edition(club: Club, key: str, system: str) -> str:
    """The key, where events of the club that play this game may be played with that edition: one that ships with the
    game, or the newest version of one of its own. Invalid `no_such_edition`."""
    if key not in edition_titles(club, system):
        raise Invalid(
            "no_such_edition",
            _("The club has no such edition to play with."),
            fields={"edition": _("Choose one of the list.")},
        )
    return key


def has_games(event: Event) -> bool:
    """Whether games of the event are arranged: from then on its edition stays."""
    return MatchGame.objects.filter(match__round__stage__event=event).exists()


@transaction.atomic
def event_edition_set(*, act: Act, event: Event, edition: str) -> Event:
    """Choose the edition that the event is played with, until its first games are arranged. Chosen twice is once.
    Invalid `no_such_edition`; DomainError `fixed`."""
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if edition == event.settings.edition:
        return event
    valid_edition(event.club, edition, event.system)
    if has_games(event):
        raise DomainError("fixed", _("Games are already set up with the event’s edition, so it stays."))
    event.rules = rules_store(msgspec.structs.replace(event.settings, edition=edition))
    event.save(update_fields=["rules"])
    fact_append(act=act, stream=event.stream, fact=SettingsChanged(changed=["edition"], rules=event.rules))
    transaction.on_commit(lambda: event_changed.send(sender=Event, event_key=event.key))
    return event
