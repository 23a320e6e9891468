"""Enters players who are known already: those of a division or a play-off, whom a league has placed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import facts_append, stream_lock
from tournaments.models import Entry, Event
from tournaments.services.entries.add import entry_added
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Player


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, and the key that the entry gets; an entry that has it already gets another one."""

    player: Player
    key: str


@transaction.atomic
def players_enter(*, act: Act, event: Event, entrants: Sequence[Entrant]) -> list[Entry]:
    """Entries of an event that hasn't started, in order. Permission is the caller's."""
    stream_lock(stream=event.stream)
    wanted = [entrant.key for entrant in entrants]
    taken = set(Entry.objects.filter(key__in=wanted).values_list("key", flat=True))
    entries = [
        Entry(
            key=act.ids.key() if entrant.key in taken else entrant.key,
            event=event,
            player=entrant.player,
            entered_at=act.at,
        )
        for entrant in entrants
    ]
    Entry.objects.bulk_create(entries, batch_size=500)
    facts_append(act=act, stream=event.stream, facts=[entry_added(entry) for entry in entries])
    transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=event.key))
    return entries
