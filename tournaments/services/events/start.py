"""Starts an event: closes its entries, seeds them and plans the rounds."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from ratings.selectors.pools import pool_by_key
from tournaments.enums import EntryState, EventState, StageState
from tournaments.facts.events import EventStarted, SeededEntry
from tournaments.formats.core.format import check_entrant_count
from tournaments.formats.core.groups import PlaysInGroups
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Stage
from tournaments.selectors.stages import formats_of
from tournaments.services.entries.claims import require_identified
from tournaments.services.events.over import refuse_over
from tournaments.services.events.pool import require_rates
from tournaments.services.events.rating_sources import SourceChoice, source_chosen
from tournaments.services.permissions import require_event
from tournaments.services.stages.options import require_playable


@transaction.atomic
def event_start(*, act: Act, event: Event) -> Event:
    """Close the entries, give pairing numbers, plan the rounds and freeze the rules. Pressed twice is once.

    DomainError `claims_open` where it isn't said who somebody is. Invalid `wrong_setting` where the game can't be
    played with the stage's options, or at its tables; `too_few_entries` or `too_many_entries` where the format can't
    run with so many.
    """
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.state == EventState.RUNNING:
        return event
    refuse_over(event)
    stage = Stage.objects.filter(event=event).earliest("number")
    entries = list(Entry.objects.filter(event=event, state=EntryState.REGISTERED).select_related("player"))
    stage.event = event
    require_playable(stage)
    if event.pool:
        require_rates(pool_by_key(event.pool), formats_of(event))
    format_ = format_for(stage.format)
    try:
        check_entrant_count(format_, len(entries))
    except ValueError:
        few = len(entries) < format_.minimum_entrants
        raise Invalid(
            "too_few_entries" if few else "too_many_entries",
            _("At least %(least)d players are needed to start; %(now)d are entered.")
            % {"least": format_.minimum_entrants, "now": len(entries)}
            if few
            else _("This format takes at most %(most)d players; %(now)d are entered.")
            % {"most": format_.maximum_entrants, "now": len(entries)},
        ) from None
    require_identified(entries)
    event.seed = event.seed or act.ids.seed()  # an event that was brought in before its start has none
    chosen = source_chosen(event, entries)
    seeded = _seed(event, entries, chosen)
    for number, entry in enumerate(seeded, 1):
        entry.number, entry.state = number, EntryState.ACTIVE
    Entry.objects.bulk_update(seeded, ["number", "rating", "state"], batch_size=500)
    stage.planned_rounds = planned_rounds(stage, len(seeded))
    stage.state = StageState.RUNNING
    stage.save(update_fields=["planned_rounds", "state"])
    event.state = EventState.RUNNING
    event.save(update_fields=["state", "seed"])
    fact = EventStarted(
        rules=event.rules,
        seed=event.seed,  # not before: nobody works lots out while it can still be changed who takes part
        stage=stage.number,
        planned_rounds=stage.planned_rounds,
        ratings=chosen.source.value,
        entries=[
            SeededEntry(entry=entry.key, number=number, rating=entry.rating) for number, entry in enumerate(seeded, 1)
        ],
    )
    fact_append(act=act, stream=event.stream, fact=fact)
    return event


def planned_rounds(stage: Stage, count: int) -> int:
    """How many rounds a stage has that starts with so many players. Invalid where groups would be too small."""
    format_ = format_for(stage.format)
    if isinstance(format_, PlaysInGroups) and count < format_.entrants_needed(stage.options):
        raise Invalid(
            "too_few_entries",
            _("So many groups need at least %(least)d players; %(now)d are entered. Plan fewer groups in the settings.")
            % {"least": format_.entrants_needed(stage.options), "now": count},
        )
    return format_.rounds_for(count, stage.options)


def _seed(event: Event, entries: Sequence[Entry], chosen: SourceChoice) -> list[Entry]:
    """The entries in the order of their pairing numbers, with the rating used for it. Lots decide what the rule
    leaves open, from the event's stored seed."""
    for entry in entries:
        entry.rating = chosen.rating(entry)
    drawn = sorted(entries, key=lambda entry: entry.key)
    random.Random(event.seed).shuffle(drawn)
    seeding = event.settings.seeding
    if seeding == "rating":
        return sorted(drawn, key=lambda entry: -entry.rating)
    if seeding == "entry":
        return sorted(drawn, key=lambda entry: (entry.entered_at, entry.pk))
    return drawn
