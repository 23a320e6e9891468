"""An event's stages in order: planned, closed one after the other, the next one seeded from the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated_list
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EventState, RoundState, StageState
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.format import FormatOptionError, check_entrant_count, option_values
from tournaments.formats.core.groups import snake_group
from tournaments.formats.core.qualifying import Qualifier, Qualifying, qualifying
from tournaments.formats.core.standings import StandingRow
from tournaments.formats.core.state import REVISION
from tournaments.formats.core.state import StageState as CoreState
from tournaments.formats.registry import FORMATS, format_for
from tournaments.formats.systems.knockout.from_groups import seeds_from_stage
from tournaments.models import Entry, Event, Round, Stage, StageSeed
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.rounds.matches import uncounted_games
from tournaments.selectors.stages import OfFormat, groups_of_format, groups_of_stage, is_bracket, stages_of
from tournaments.services.permissions import require_event
from tournaments.services.rounds.states import missing_results, require_reason
from tournaments.services.stages.standings import current_rows, standings_refresh
from tournaments.signals import event_changed

MOST_STAGES = 2
LENGTHS = (1, 3, 5, 7, 9)
NAMED = 8


def event_pages_mark(event: Event) -> None:
    """Keep with the event which pages its stages need, so that every page knows its tabs."""
    stages = list(stages_of(event))
    event.has_bracket = any(is_bracket(stage) for stage in stages)
    event.has_groups = any(groups_of_stage(stage) for stage in stages)
    Event.objects.filter(pk=event.pk).update(has_bracket=event.has_bracket, has_groups=event.has_groups)


def brackets_to_choose() -> list[str]:
    """The keys of formats that a stage after the first can have."""
    return [key for key, format_ in FORMATS.items() if isinstance(format_, RanksByPlace)]


def later_stage(event: Event) -> Stage | None:
    """The stage after the one that runs (or, before the start, after the first); None where none is planned."""
    return stages_of(event).filter(number=stage_of(event).number + 1).first()


@transaction.atomic
def stage_plan(
    *, act: Act, event: Event, format: str, takes: int, options: Mapping[str, Any] | None = None, best_of: int = 1
) -> Stage:
    """Plan a bracket after the stage that runs, or change the one that is planned: how many of each group (or of the
    whole table) go on into it, and its format's options. The same once more is no change.

    Invalid `wrong_stage` with the fields; DomainError `finished`, `no_stage_after` after a bracket.
    """
    stage, event = _locked(act, event)
    if is_bracket(stage) or stage.number >= MOST_STAGES:
        raise DomainError("no_stage_after", _("A bracket is the end of an event: no other stage comes after it."))
    checked = _checked(format, takes, options or {}, best_of)
    number = stage.number + 1
    before = stages_of(event).filter(number=number).first()
    wanted = {"format": format, "options": checked, "best_of": best_of, "takes": takes}
    if before is not None and all(getattr(before, name) == value for name, value in wanted.items()):
        return before
    payload = {"stage": {"number": number, **wanted}}
    fact_append(act=act, stream=event.stream, kind="stage.planned", payload=payload)
    planned, _made = Stage.objects.update_or_create(event=event, number=number, defaults=wanted)
    event_pages_mark(event)
    return planned


def _checked(format: str, takes: int, options: Mapping[str, Any], best_of: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if format not in brackets_to_choose():
        fields["format"] = _("Choose one of the list.")
    if not 1 <= takes <= 256:
        fields["takes"] = _("Between 1 and 256.")
    if best_of not in LENGTHS:
        fields["best_of"] = _("1, 3, 5, 7 or 9 games.")
    checked: dict[str, Any] = {}
    if "format" not in fields:
        try:
            checked = option_values(format_for(format), options)
            format_for(format).rounds_for(2, checked)
        except FormatOptionError as error:
            fields[f"option_{error.key[:40]}"] = _("This value isn’t possible here.")
    if fields:
        raise Invalid("wrong_stage", _("The next stage can’t be like this."), fields=fields)
    return checked


@transaction.atomic
def stage_drop(*, act: Act, event: Event) -> None:
    """Plan no stage after the one that runs. Pressed twice is once."""
    stage, event = _locked(act, event)
    after = stages_of(event).filter(number=stage.number + 1).first()
    if after is None:
        return
    fact_append(act=act, stream=event.stream, kind="stage.dropped", payload={"stage": after.number})
    after.delete()
    event_pages_mark(event)


def _locked(act: Act, event: Event) -> tuple[Stage, Event]:
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().select_related("club").get(pk=event.pk)
    if event.state == EventState.FINISHED:
        raise DomainError("finished", _("This event is finished."))
    return stage_of(event), event


def stage_tables(stage: OfFormat, rows: Sequence[StandingRow]) -> dict[int, list[StandingRow]]:
    """The rows of a stage's table by group; all in one where it has none."""
    groups = groups_of_format(stage)
    tables: dict[int, list[StandingRow]] = {group: [] for group in range(1, max(groups, 1) + 1)}
    for row in rows:
        tables[snake_group(row.number, groups) if groups else 1].append(row)
    return tables


def stage_qualifying(stage: OfFormat, state: CoreState, rows: Sequence[StandingRow], takes: int) -> Qualifying:
    """Who goes on from a stage in that state into one that takes so many."""
    gone = {entrant.number for entrant in state.entrants if entrant.withdrawn}
    return qualifying(stage_tables(stage, rows), takes, gone)


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who would go on now, in the order of the seeds, with the place in the stage; and who is tied where it matters."""

    stage: Stage
    into: Stage
    seeds: tuple[tuple[Qualifier, Entry], ...]
    tied: tuple[tuple[Entry, ...], ...]


def advancing(stage: Stage, into: Stage) -> Advancing:
    """Who would go on from the stage as it stands now."""
    state, entries, rows = current_rows(stage)
    found = stage_qualifying(stage, state, rows, into.takes)
    of_number = {place.number: place for place in found.qualified}
    order = seeds_from_stage(found.qualified) if len(found.qualified) > 1 else tuple(of_number)
    return Advancing(
        stage,
        into,
        tuple((of_number[number], entries[number]) for number in order),
        tuple(tuple(entries[number] for number in tied) for tied in found.tied),
    )


@transaction.atomic
def stage_close(*, act: Act, event: Event) -> Stage:
    """Close the stage that runs: its table doesn't move any more, and the next stage starts with those who go on, their
    seeds by their places. Pressed twice is once. The stage that starts.

    DomainError `no_later_stage`, `not_running`, `draft_open`, `rounds_missing` (planned rounds can be left out with a
    reason), `results_missing`, `tied_at_the_cut` (who is tied, and what to do); Invalid `too_few_entries` or
    `too_many_entries` where the bracket can't be of so many.
    """
    stage, event = _locked(act, event)
    if stage.number > 1 and stages_of(event).filter(number=stage.number - 1, closed_fact__gt=0).exists():
        return stage
    into = stages_of(event).filter(number=stage.number + 1).first()
    if into is None:
        raise DomainError("no_later_stage", _("No stage comes after this one. Finish the event instead."))
    _check_over(act, event, stage)
    standings_refresh(event_key=event.key)
    going = advancing(stage, into)
    _check_advancing(going)
    _state, entries, rows = current_rows(stage)
    ranking = [
        {
            "rank": row.rank,
            "entry": entries[row.number].key,
            "points": row.points,
            "values": [value.text for value in row.values],
        }
        for row in rows
    ]
    payload = {"stage": stage.number, "ranking": ranking, "revision": REVISION}
    fact = fact_append(act=act, stream=event.stream, kind="stage.closed", payload=payload)
    Round.objects.filter(stage=stage).exclude(state=RoundState.UNDONE).update(state=RoundState.CLOSED)
    stage.state, stage.closed_fact = StageState.FINISHED, fact.number
    stage.save(update_fields=["state", "closed_fact"])
    _start(act, event, into, [entry for _place, entry in going.seeds])
    transaction.on_commit(lambda: event_changed.send(sender=Stage, event_key=event.key))
    return into


def _start(act: Act, event: Event, into: Stage, seeded: Sequence[Entry]) -> None:
    into.planned_rounds = format_for(into.format).rounds_for(len(seeded), into.options)
    into.state = StageState.RUNNING
    into.save(update_fields=["planned_rounds", "state"])
    StageSeed.objects.bulk_create(
        StageSeed(stage=into, entry=entry, number=number) for number, entry in enumerate(seeded, 1)
    )
    payload = {
        "stage": into.number,
        "planned_rounds": into.planned_rounds,
        "entries": [{"entry": entry.key, "number": number} for number, entry in enumerate(seeded, 1)],
    }
    fact_append(act=act, stream=event.stream, kind="stage.started", payload=payload)


def _check_over(act: Act, event: Event, stage: Stage) -> None:
    if event.state != EventState.RUNNING:
        raise DomainError("not_running", _("This event isn't running."))
    rounds = rounds_of(stage, with_drafts=True)
    if rounds.filter(state=RoundState.DRAFT).exists():
        raise DomainError("draft_open", _("There is a draft already. Publish or discard it first."))
    if rounds.count() < stage.planned_rounds and not act.why:
        raise DomainError(
            "rounds_missing", _("Not all rounds of this stage have been played. Say why it is closed all the same.")
        )
    missing = uncounted_games(event).count()
    if missing:
        raise DomainError("results_missing", missing_results(event, missing))


def _check_advancing(going: Advancing) -> None:
    if going.tied:
        names = "; ".join(
            isolated_list(entry.player.public_name for entry in tied[:NAMED]) for tied in going.tied[:NAMED]
        )
        raise DomainError(
            "tied_at_the_cut",
            _(
                "The columns of the table don't decide between: %(names)s. Add a tie-break to the settings, such as "
                "the drawing of lots, which then stands in the table as a column."
            )
            % {"names": names},
        )
    format_, count = format_for(going.into.format), len(going.seeds)
    try:
        check_entrant_count(format_, count)
    except ValueError:
        few = count < format_.minimum_entrants
        raise Invalid(
            "too_few_entries" if few else "too_many_entries",
            _("%(now)d players would go on, which is no bracket: it takes %(least)d to %(most)d.")
            % {"now": count, "least": format_.minimum_entrants, "most": format_.maximum_entrants or count},
        ) from None


@transaction.atomic
def stage_reopen(*, act: Act, event: Event) -> Stage:
    """Take the start of the stage that runs back, with a reason: the one before runs again and can be corrected; when
    it is closed once more, the next is seeded anew. The stage that runs again.

    DomainError `not_closed`, `stage_has_rounds` as long as rounds of the later stage stand (undo them first: what was
    played in them is kept); Invalid `reason_missing`.
    """
    stage, event = _locked(act, event)
    before = stages_of(event).filter(number=stage.number - 1, closed_fact__gt=0).first()
    if before is None:
        raise DomainError("not_closed", _("No stage before this one is closed."))
    require_reason(act)
    if rounds_of(stage, with_drafts=True).exists():
        raise DomainError(
            "stage_has_rounds",
            _("Rounds of the next stage are paired already. Undo them first; what was played in them is kept."),
        )
    fact_append(act=act, stream=event.stream, kind="stage.reopened", payload={"stage": before.number})
    StageSeed.objects.filter(stage=stage).delete()
    stage.planned_rounds, stage.state = 0, StageState.PLANNED
    stage.save(update_fields=["planned_rounds", "state"])
    before.state, before.closed_fact = StageState.RUNNING, 0
    before.save(update_fields=["state", "closed_fact"])
    transaction.on_commit(lambda: event_changed.send(sender=Stage, event_key=event.key))
    return before
