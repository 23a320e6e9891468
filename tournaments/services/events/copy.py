"""An event like another one: the same rules, stages, texts and ways to enter, on another day or every week."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.enums import Action
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.facts import fact_append, facts_append
from tournaments.enums import EntryState
from tournaments.facts.settings import SettingsChanged
from tournaments.models import Entry, Event
from tournaments.models.abouts import ABOUT_TEXTS
from tournaments.models.rules import EntryRules, entry_rules_store
from tournaments.selectors.abouts import about_of
from tournaments.selectors.stages import stages_of
from tournaments.services.entries.add import entry_added
from tournaments.services.entries.asking.form import asking_copy
from tournaments.services.events.about import event_about_change
from tournaments.services.events.create import NewEvent, event_make, valid_event_name
from tournaments.services.permissions import require_event
from tournaments.services.zone_times import require_year

MOST_COPIES = 26
COMES_AGAIN = (EntryState.REGISTERED, EntryState.ACTIVE, EntryState.PAUSED)


@transaction.atomic
def event_copy(
    *,
    act: Act,
    event: Event,
    name: str,
    starts_at: datetime,
    times: int = 1,
    with_players: bool = False,
    is_draft: bool = True,
) -> list[Event]:
    """`times` events like this one, at `starts_at` and at the same time on the clock in each following week: its rules,
    stages, ways to enter, and the players who took part `with_players`. Sent twice is once. Invalid with the fields."""
    require_event(act, event, Action.VIEW)
    require_club(act, event.club, Action.MANAGE_EVENT)
    name = valid_event_name(name)
    if not 1 <= times <= MOST_COPIES:
        problem = _("Between 1 and %(most)d.") % {"most": MOST_COPIES}
        raise Invalid("wrong_times", problem, fields={"times": problem})
    zone = ZoneInfo(event.time_zone)
    begun = starts_at.astimezone(zone)
    days = [(begun.replace(tzinfo=None) + timedelta(weeks=week)).replace(tzinfo=zone) for week in range(times)]
    require_year(days[-1], field="starts_at")
    moved = starts_at - event.starts_at
    return [
        _copied(act, event, name, day, moved + timedelta(weeks=week), with_players=with_players, is_draft=is_draft)
        for week, day in enumerate(days)
    ]


def _copied(
    act: Act, event: Event, name: str, starts_at: datetime, moved: timedelta, *, with_players: bool, is_draft: bool
) -> Event:
    new = NewEvent(
        name=name,
        starts_at=starts_at,
        time_zone=event.time_zone,
        preset=event.preset,
        system=event.system,
        pool=event.pool,
        rules=event.rules,
        stages=[_stage(stage) for stage in stages_of(event)],
        is_draft=is_draft,
    )
    made = event_make(act=act, club=event.club, new=new)
    if head_of(made.stream)[0] > 1:  # sent twice
        return made
    about = about_of(event)
    event_about_change(act=act, event=made, texts={name: str(getattr(about, name)) for name in ABOUT_TEXTS})
    entering = _moved(event.entering, moved)
    changed = [] if entering == EntryRules() else ["sign_up"]
    changed += [] if event.is_listed else ["is_listed"]
    if changed:
        made.entry_rules, made.is_listed = entry_rules_store(entering), event.is_listed
        fact = SettingsChanged(changed=changed, entry_rules=made.entry_rules, is_listed=made.is_listed)
        fact_append(act=act, stream=made.stream, fact=fact)
        made.save(update_fields=["entry_rules", "is_listed"])
    asking_copy(act=act, event=event, to=made)
    if with_players:
        _enter(act, made, event)
    return made


def _enter(act: Act, made: Event, event: Event) -> None:
    """Whoever took part, as far as there are places."""
    before = Entry.objects.filter(event=event, state__in=COMES_AGAIN, is_claim=False, player__erased_at=None)
    places = made.entering.capacity or None
    entries = [
        Entry(key=act.ids.key(), event=made, player=entry.player, rating=entry.rating, entered_at=act.at)
        for entry in before.select_related("player").order_by("pk")[:places]
    ]
    Entry.objects.bulk_create(entries, batch_size=500)
    facts_append(act=act, stream=made.stream, facts=[entry_added(entry) for entry in entries])


def _stage(stage: Any) -> dict[str, Any]:
    first = {"number": stage.number, "format": stage.format, "options": stage.options, "best_of": stage.best_of}
    return first if stage.number == 1 else {**first, "takes": stage.takes}


def _moved(entering: EntryRules, by: timedelta) -> EntryRules:
    """When signing up opens and closes, as long before the start as it was."""
    return replace(
        entering,
        opens_at=entering.opens_at and entering.opens_at + by,
        closes_at=entering.closes_at and entering.closes_at + by,
    )
