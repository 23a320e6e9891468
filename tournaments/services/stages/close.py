"""Closes a stage and starts the next one, seeded by it; and takes that back."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated_list
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState, RoundState, StageState
from tournaments.facts.events import RankedEntry
from tournaments.facts.stages import SeededInto, StageClosed, StageReopened, StageStarted
from tournaments.formats.core.format import check_entrant_count
from tournaments.formats.core.state import REVISION
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Round, Stage, StageSeed
from tournaments.selectors.events import rounds_of
from tournaments.selectors.rounds.matches import uncounted_games
from tournaments.selectors.stages import stages_of
from tournaments.services.rounds.states import missing_results, require_reason
from tournaments.services.stages.advance import Advancing, advancing
from tournaments.services.stages.plan import stage_after, stage_for_change
from tournaments.services.stages.standings import current_rows, standings_refresh
from tournaments.signals import event_changed

NAMED = 8


@transaction.atomic
def stage_close(*, act: Act, stage: Stage) -> Stage:
    """Close a stage: its table doesn't move any more, and the next stage starts with those who go on, their
    seeds by their places. Pressed twice is once. The stage that starts.

    DomainError `no_later_stage`, `not_running`, `draft_open`, `rounds_missing` (planned rounds can be left out with a
    reason), `results_missing`, `tied_at_the_cut` (who is tied, and what to do); Invalid `too_few_entries` or
    `too_many_entries` where the bracket can't be of so many.
    """
    stage = stage_for_change(act, stage)
    event, into = stage.event, stage_after(stage)
    if stages_of(event).filter(number=stage.number - 1, closed_fact__gt=0).exists():
        return stage
    if stage.closed_fact and into is not None:
        return into
    if into is None:
        raise DomainError("no_later_stage", _("No stage comes after this one. Finish the event instead."))
    _check_over(act, event, stage)
    standings_refresh(event_key=event.key)
    going = advancing(stage, into)
    _check_advancing(going)
    _state, entries, rows = current_rows(stage)
    ranking = [
        RankedEntry(
            rank=row.rank,
            entry=entries[row.number].key,
            points=row.points,
            values=[value.text for value in row.values],
        )
        for row in rows
    ]
    closed = StageClosed(stage=stage.number, ranking=ranking, revision=REVISION)
    fact = fact_append(act=act, stream=event.stream, fact=closed)
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
    fact = StageStarted(
        stage=into.number,
        planned_rounds=into.planned_rounds,
        entries=[SeededInto(entry=entry.key, number=number) for number, entry in enumerate(seeded, 1)],
    )
    fact_append(act=act, stream=event.stream, fact=fact)


def _check_over(act: Act, event: Event, stage: Stage) -> None:
    if event.state != EventState.RUNNING:
        raise DomainError("not_running", _("This event isn’t running."))
    rounds = rounds_of(stage, with_drafts=True)
    if rounds.filter(state=RoundState.DRAFT).exists():
        raise DomainError("draft_open", _("There is a draft already. Publish or discard it first."))
    if rounds.count() < stage.planned_rounds and not act.why:
        raise DomainError(
            "rounds_missing", _("Not all rounds of this stage have been played. Say why it is closed anyway.")
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
                "The tie-breaks don’t separate these players: %(names)s. Add one in the settings; drawing of lots is "
                "one, too."
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
            _("%(now)d players would advance, but the next stage takes %(least)d to %(most)d.")
            % {"now": count, "least": format_.minimum_entrants, "most": format_.maximum_entrants or count},
        ) from None


@transaction.atomic
def stage_reopen(*, act: Act, stage: Stage) -> Stage:
    """Take the start of a later stage back, with a reason: the one before runs again and can be corrected; when
    it is closed once more, the next is seeded anew. The stage that runs again.

    DomainError `not_closed`, `stage_has_rounds` as long as rounds of the later stage stand (undo them first: what was
    played in them is kept); Invalid `reason_missing`.
    """
    stage = stage_for_change(act, stage)
    event = stage.event
    before = stages_of(event).filter(number=stage.number - 1, closed_fact__gt=0).first()
    if before is None:
        raise DomainError("not_closed", _("No stage before this one is closed."))
    require_reason(act)
    if rounds_of(stage, with_drafts=True).exists():
        raise DomainError(
            "stage_has_rounds",
            _("Rounds of the next stage are paired already. Undo them first; what was played in them is kept."),
        )
    fact_append(act=act, stream=event.stream, fact=StageReopened(stage=before.number))
    StageSeed.objects.filter(stage=stage).delete()
    stage.planned_rounds, stage.state = 0, StageState.PLANNED
    stage.save(update_fields=["planned_rounds", "state"])
    before.state, before.closed_fact = StageState.RUNNING, 0
    before.save(update_fields=["state", "closed_fact"])
    transaction.on_commit(lambda: event_changed.send(sender=Stage, event_key=event.key))
    return before
