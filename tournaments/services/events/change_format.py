"""Another format for an event, until its first round is paired."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from ratings.selectors.pools import pool_by_key
from tournaments.enums import EntryState, EventState, RoundState, StageState
from tournaments.facts.events import StageMade
from tournaments.facts.life import FormatChanged
from tournaments.formats.core.format import check_entrant_count
from tournaments.formats.registry import format_for
from tournaments.models import Challenge, Entry, Event, Round, Stage
from tournaments.models.rules import rules_store
from tournaments.selectors.overseers import Step, refuse_overseen
from tournaments.services.events.create import preset_called, stages_of_preset
from tournaments.services.events.over import refuse_over
from tournaments.services.events.pool import require_rates
from tournaments.services.events.presets import preset_for, rules_of
from tournaments.services.events.start import planned_rounds
from tournaments.services.permissions import require_event
from tournaments.services.stages.options import players_of_event
from tournaments.services.stages.plan import event_pages_mark
from tournaments.signals import event_changed

# The rules that go with a format; all others of the event stay.
OF_FORMAT = ("pairing_bye", "tie_breaks", "goldens", "starter")


def may_change_format(event: Event) -> bool:
    """Whether no round is paired yet, and nobody has challenged anybody."""
    if event.has_ladder and Challenge.objects.filter(stage__event=event).exists():
        return False
    rounds = Round.objects.filter(stage__event=event).exclude(state=RoundState.UNDONE)
    return event.state in {EventState.DRAFT, EventState.OPEN, EventState.RUNNING} and not rounds.exists()


@transaction.atomic
def event_format_change(*, act: Act, event: Event, preset: str, rounds: int | None = None) -> Event:
    """Play the event in the format of another preset that its game can be played as, with its tie-breaks and byes;
    everything else stays, players and numbers too. The same format and number of rounds is no change.

    Invalid `no_such_preset`, `wrong_setting` with the field, `too_few_entries` for an event that runs; DomainError
    `round_paired`, `finished`, `cancelled`.
    """
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().select_related("club").get(pk=event.pk)
    refuse_over(event)
    if not may_change_format(event):
        raise DomainError("round_paired", _("A round is paired already, so the format stays."))
    refuse_overseen(event, Step.FORMAT)
    chosen = preset_for(preset_called(preset), event.system)
    if chosen is None:
        text = _("This preset is for another game.")
        raise Invalid("wrong_setting", text, fields={"preset": text})
    wanted = stages_of_preset(chosen, players_of_event(event), rounds=rounds)
    if event.pool:
        require_rates(pool_by_key(event.pool), [made["format"] for made in wanted])
    usual = rules_of(chosen)
    rules = replace(event.settings, **{name: getattr(usual, name) for name in OF_FORMAT})
    stages = list(Stage.objects.filter(event=event).order_by("number"))
    if event.preset == chosen.key and [stage.options for stage in stages] == [made["options"] for made in wanted]:
        return event
    event.preset, event.rules = chosen.key, rules_store(rules)
    for stage in stages[1:]:
        stage.delete()
    first, *later = wanted
    for name, value in first.items():
        setattr(stages[0], name, value)
    planned = _planned(event, stages[0])
    stages[0].planned_rounds = planned
    stages[0].state = StageState.RUNNING if planned else StageState.PLANNED
    stages[0].save()
    Stage.objects.bulk_create(Stage(event=event, **made) for made in later)
    event.save(update_fields=["preset", "rules"])
    event_pages_mark(event)
    fact = FormatChanged(
        preset=chosen.key,
        rules=event.rules,
        stages=[StageMade(**made) for made in wanted],
        planned_rounds=planned,
    )
    fact_append(act=act, stream=event.stream, fact=fact)
    transaction.on_commit(lambda: event_changed.send(sender=Event, event_key=event.key))
    return event


def _planned(event: Event, stage: Stage) -> int:
    """The rounds of an event that runs; 0 before the start."""
    if event.state != EventState.RUNNING:
        return 0
    count = Entry.objects.filter(event=event, state__in=[EntryState.ACTIVE, EntryState.PAUSED]).count()
    try:
        check_entrant_count(format_for(stage.format), count)
    except ValueError:
        text = _("This format doesn’t work with %(count)d players.") % {"count": count}
        raise Invalid("too_few_entries", text, fields={"preset": text}) from None
    return planned_rounds(stage, count)
