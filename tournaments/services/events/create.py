from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.services.clubs import SENT_AGAIN_WITHIN, free_slug, with_free_slug
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.selectors.facts import fact_numbered
from magistrar_site.shared.services.facts import canonical, fact_append, stream_lock, stream_name
from ratings.services.pools import pool_of_club
from tournaments.enums import EntryState, EventState, RoundState, StageState
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.format import check_entrant_count
from tournaments.formats.core.groups import PlaysInGroups
from tournaments.formats.core.state import REVISION
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Round, Stage
from tournaments.models.rules import rules_store
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.rounds.matches import uncounted_games
from tournaments.selectors.standings.rows import standing_rows, standing_table
from tournaments.services.entries.claims import require_identified
from tournaments.services.events.edition import checked_edition
from tournaments.services.events.presets import PRESETS, Preset
from tournaments.services.events.prizes import prize_lists
from tournaments.services.events.rating_sources import SourceChoice, source_chosen
from tournaments.services.permissions import require_event
from tournaments.services.results.deadline import deadlines_end
from tournaments.services.rounds.states import missing_results
from tournaments.services.stages.close import event_pages_mark
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.zone_times import require_year, require_zone
from tournaments.snapshots import stage_snapshot

NAME_LENGTH = 120


@transaction.atomic
def event_create(
    *,
    act: Act,
    club_slug: str,
    name: str,
    starts_at: datetime,
    time_zone: str,
    preset: str,
    rated: bool = True,
    edition: str | None = None,
) -> Event:
    """A new event of a club, open for entries, with everything else from the preset, the edition of the rules too
    where none is named. Sent twice is once: the same event that the actor made within a day, and that hasn't started
    yet, is that event.

    Invalid with the fields that are wrong; NotAllowed without a role that may set events up.
    """
    club = club_by_slug(club_slug)
    require_club(act, club, Action.MANAGE_EVENT)
    name = checked_event_name(name)
    chosen = PRESETS.get(preset)
    if chosen is None:
        raise Invalid(
            "no_such_preset", _("Choose one of the presets."), fields={"preset": _("Choose one of the list.")}
        )
    require_zone(time_zone)
    require_year(starts_at, field="starts_at")
    rules = chosen.rules
    if edition is not None:
        rules = msgspec.structs.replace(rules, edition=checked_edition(club, edition))
    pool = pool_of_club(club_key=club.key).key if rated else ""
    made = _stages_made(chosen)
    said = {
        "club": club.key,
        "preset": chosen.key,
        "time_zone": time_zone,
        "starts_at": starts_at.isoformat(),
        "pool": pool,
        "rules": rules_store(rules),
        "stages": made,
    }
    stream_lock(stream=stream_name("club", club.key))
    same = _made_just_now(act, club.key, name, said)
    if same is not None:
        return same
    key = act.ids.key()
    taken = set(Event.objects.filter(slug__startswith=free_slug(name, set(), key)).values_list("slug", flat=True))
    event = with_free_slug(
        name,
        taken,
        key,
        lambda slug: Event.objects.create(
            key=key,
            club=club,
            name=name,
            slug=slug,
            preset=chosen.key,
            time_zone=time_zone,
            starts_at=starts_at,
            pool=pool,
            rules=said["rules"],
            seed=act.ids.seed(),
            created_at=act.at,
        ),
    )
    Stage.objects.bulk_create(Stage(event=event, **stage) for stage in made)
    event_pages_mark(event)
    payload = {"event": key, **said}
    fact_append(act=act, stream=event.stream, kind="event.created", payload=payload, details={"name": name})
    return event


def _made_just_now(act: Act, club: str, name: str, said: dict[str, Any]) -> Event | None:
    """The event that the actor made of the same within a day, unless it has started."""
    since = act.at - SENT_AGAIN_WITHIN
    for event in Event.objects.filter(club__key=club, name=name, state=EventState.OPEN, created_at__gt=since):
        created = fact_numbered(event.stream, 1)
        wanted = {"event": event.key, **said}
        if created is not None and created.actor == str(act.actor) and _is_same(created.payload, wanted):
            return event
    return None


def _is_same(payload: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return canonical({name: payload.get(name) for name in wanted}) == canonical(wanted)


def _stages_made(preset: Preset) -> list[dict[str, Any]]:
    """The stages of a preset as facts say them."""
    first = {"number": 1, "format": preset.format, "options": dict(preset.options), "best_of": preset.best_of}
    later = preset.later
    if later is None:
        return [first]
    options = dict(later.options)
    return [first, {"number": 2, "format": later.format, "options": options, "best_of": 1, "takes": later.takes}]


def checked_event_name(name: str) -> str:
    name = clean_name(name)
    if not name:
        raise Invalid("name_missing", _("The event needs a name."), fields={"name": _("Type the event's name.")})
    if len(name) > NAME_LENGTH:
        raise Invalid("name_too_long", _("The name is too long."), fields={"name": _("At most 120 letters.")})
    return name


@transaction.atomic
def event_start(*, act: Act, event: Event) -> Event:
    """Close the entries, give pairing numbers, plan the rounds and freeze the rules. Pressed twice is once.

    DomainError `claims_open` where it isn't said who somebody is. Invalid `too_few_entries` or `too_many_entries` where
    the format can't run with so many.
    """
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.state == EventState.RUNNING:
        return event
    if event.state == EventState.FINISHED:
        raise DomainError("finished", _("This event is finished."))
    stage = stage_of(event)
    entries = list(Entry.objects.filter(event=event, state=EntryState.REGISTERED).select_related("player"))
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
    seeded = _seeded(event, entries, chosen)
    for number, entry in enumerate(seeded, 1):
        entry.number, entry.state = number, EntryState.ACTIVE
    Entry.objects.bulk_update(seeded, ["number", "rating", "state"], batch_size=500)
    stage.planned_rounds = _rounds_planned(stage, len(seeded))
    stage.state = StageState.RUNNING
    stage.save(update_fields=["planned_rounds", "state"])
    event.state = EventState.RUNNING
    event.save(update_fields=["state", "seed"])
    payload = {
        "rules": event.rules,
        "seed": event.seed,  # not before: nobody works lots out while it can still be changed who takes part
        "stage": stage.number,
        "planned_rounds": stage.planned_rounds,
        "ratings": chosen.source.value,
        "entries": [{"entry": entry.key, "number": entry.number, "rating": entry.rating} for entry in seeded],
    }
    fact_append(act=act, stream=event.stream, kind="event.started", payload=payload)
    return event


def _rounds_planned(stage: Stage, count: int) -> int:
    """Invalid where groups would be too small."""
    format_ = format_for(stage.format)
    if isinstance(format_, PlaysInGroups) and count < format_.entrants_needed(stage.options):
        raise Invalid(
            "too_few_entries",
            _("So many groups need at least %(least)d players; %(now)d are entered. Plan fewer groups in the settings.")
            % {"least": format_.entrants_needed(stage.options), "now": count},
        )
    return format_.rounds_for(count, stage.options)


def _seeded(event: Event, entries: Sequence[Entry], chosen: SourceChoice) -> list[Entry]:
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


@transaction.atomic
def event_finish(*, act: Act, event: Event) -> Event:
    """Fix the final ranking as a fact. Where a deadline still runs for a result, silence is a yes with it: no result
    changes afterwards. Pressed twice is once.

    DomainError `rounds_missing` and `results_missing`: what is open has to be played or ruled first. Planned rounds can
    be left out with a reason in `act.why`, but a bracket has to be decided.
    """
    require_event(act, event, Action.MANAGE_EVENT)
    deadlines_end(act=act, event=event)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.state == EventState.FINISHED:
        return event
    if event.state != EventState.RUNNING:
        raise DomainError("not_started", _("This event hasn't started."))
    stage = stage_of(event)
    _check_over(act, stage)
    standings_refresh(event_key=event.key)
    table = standing_table(stage)
    rows = standing_rows(table) if table else []
    ranking = [{"rank": row.rank, "entry": row.entry.key, "points": row.points, "values": row.values} for row in rows]
    prizes = prize_lists(event, [(row.rank, row.entry) for row in rows if row.is_counted])
    payload = {"ranking": ranking, "prizes": prizes, "revision": REVISION}
    fact_append(act=act, stream=event.stream, kind="event.finished", payload=payload)
    Round.objects.filter(stage__event=event).exclude(state=RoundState.UNDONE).update(state=RoundState.CLOSED)
    stage.state = StageState.FINISHED
    stage.save(update_fields=["state"])
    event.state = EventState.FINISHED
    event.save(update_fields=["state"])
    return event


def _check_over(act: Act, stage: Stage) -> None:
    """DomainError unless nothing is left to play, in this stage and in those planned after it."""
    if Stage.objects.filter(event=stage.event, number__gt=stage.number).exists():
        raise DomainError("stage_planned", _("Another stage is planned after this one. Close this one, or drop that."))
    if rounds_of(stage, with_drafts=True).filter(state=RoundState.DRAFT).exists():
        raise DomainError("draft_open", _("There is a draft already. Publish or discard it first."))
    missing = uncounted_games(stage.event).count()
    if isinstance(format_for(stage.format), RanksByPlace):
        is_over = bool(missing) or stage_decided(stage)
    else:
        is_over = bool(act.why) or rounds_of(stage).count() >= stage.planned_rounds
    if not is_over:
        undecided = _("The bracket isn't decided yet. Its page says which matches are open.")
        is_drawn = isinstance(format_for(stage.format), RanksByPlace)
        raise DomainError("rounds_missing", undecided if is_drawn else _("Not all rounds have been played."))
    if missing:
        raise DomainError("results_missing", missing_results(stage.event, missing))


def stage_decided(stage: Stage) -> bool:
    """Whether a bracket is decided, which may be before its planned rounds are done; never of other formats."""
    format_ = format_for(stage.format)
    if not isinstance(format_, RanksByPlace) or not stage.planned_rounds:
        return False
    return format_.is_over(stage_snapshot(stage).state, stage.options)
