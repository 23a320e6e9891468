"""Finishes an event: fixes the final ranking and the prizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.drafts import dealt_drafts_end
from magistrar_site.accounts.services.codes import code_drop
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EventState, RoundState, StageState
from tournaments.facts.events import EventFinished, RankedEntry
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.standings import StandingRow
from tournaments.formats.core.state import REVISION
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Round, Stage, Standing
from tournaments.selectors.events import rounds_of
from tournaments.selectors.rounds.matches import unconfirmed_games, uncounted_games
from tournaments.selectors.stages import is_bracket, is_final, is_ladder, scale_of
from tournaments.selectors.standings.final import prize_categories_of
from tournaments.selectors.standings.rows import standing_rows, standing_table
from tournaments.services.events.over import refuse_over
from tournaments.services.events.prizes import RankedForPrize, prize_lists
from tournaments.services.permissions import require_event
from tournaments.services.results.deadline import deadlines_end
from tournaments.services.rounds.states import missing_results
from tournaments.services.stages.standings import current_rows, standings_refresh
from tournaments.snapshots import stage_snapshot


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
    refuse_over(event)
    if event.state != EventState.RUNNING:
        raise DomainError("not_started", _("This event hasn’t started."))
    stage = Stage.objects.filter(event=event).latest("number")
    _check_over(act, stage)
    standings_refresh(event_key=event.key)
    table = standing_table(stage)
    rows = standing_rows(table) if table else []
    ranking = [RankedEntry(rank=row.rank, entry=row.entry.key, points=row.points, values=row.values) for row in rows]
    prizes = prize_lists(event, [_for_prize(stage, row, row.entry) for row in rows if row.is_counted])
    fact = EventFinished(ranking=ranking, prizes=prizes, revision=REVISION)
    fact_append(act=act, stream=event.stream, fact=fact)
    Round.objects.filter(stage__event=event).exclude(state=RoundState.UNDONE).update(state=RoundState.CLOSED)
    stage.state = StageState.FINISHED
    stage.save(update_fields=["state"])
    event.state = EventState.FINISHED
    event.save(update_fields=["state"])
    code_drop(subject=event.stream)
    dealt_drafts_end(stream=event.stream)
    return event


def _for_prize(stage: Stage, row: Standing | StandingRow, entry: Entry) -> RankedForPrize:
    return RankedForPrize(row.rank, None if is_final(stage) else row.points, entry)


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A line of the ranking; `points` in units of the stage's scale. `prizes`: names of categories, and the place."""

    rank: int
    entry: Entry
    points: int
    prizes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class FinalPreview:
    """What finishing would fix. `refusal`: why it can't be finished yet. `unconfirmed` results count as confirmed.
    `played` of `planned` rounds are published."""

    rows: tuple[PreviewRow, ...]
    scale: int
    unconfirmed: int
    refusal: DomainError | None
    is_bracket: bool
    played: int
    planned: int

    @property
    def may_finish_early(self) -> bool:
        """Whether only planned rounds are left out, which a reason is enough for."""
        return self.refusal is not None and self.refusal.code == "rounds_missing" and not self.is_bracket

    @property
    def has_prizes(self) -> bool:
        return any(row.prizes for row in self.rows)


def finish_preview(*, act: Act, event: Event) -> FinalPreview:
    """The final ranking and prizes as they would be fixed now; nothing is written. NotAllowed."""
    require_event(act, event, Action.MANAGE_EVENT)
    stage = Stage.objects.filter(event=event).select_related("event").latest("number")
    refusal = None
    try:
        if event.state != EventState.RUNNING:
            refuse_over(event)
            raise DomainError("not_started", _("This event hasn’t started."))
        _check_over(act, stage)
    except DomainError as error:
        refusal = error
    rows: Sequence[StandingRow] = ()
    entries: dict[int, Entry] = {}
    if stage.planned_rounds:
        _state, entries, rows = current_rows(stage)
    won: dict[str, list[tuple[str, int]]] = {}
    names = {category.key: category.name for category in prize_categories_of(event)}
    ranked = [_for_prize(stage, row, entries[row.number]) for row in rows if row.counted]
    for prize in prize_lists(event, ranked):
        for place in prize["places"]:
            won.setdefault(place["entry"], []).append((names[prize["prize"]], place["place"]))
    return FinalPreview(
        rows=tuple(
            PreviewRow(row.rank, entries[row.number], row.points, tuple(won.get(entries[row.number].key, ())))
            for row in rows
        ),
        scale=scale_of(stage),
        unconfirmed=unconfirmed_games(event).count(),
        refusal=refusal,
        is_bracket=is_final(stage),
        played=rounds_of(stage).count(),
        planned=stage.planned_rounds,
    )


def _check_over(act: Act, stage: Stage) -> None:
    """DomainError unless nothing is left to play. `stage`: the event's last."""
    if not stage.planned_rounds:
        raise DomainError("stage_planned", _("Another stage is planned after this one. Close this one, or drop that."))
    if rounds_of(stage, with_drafts=True).filter(state=RoundState.DRAFT).exists():
        raise DomainError("draft_open", _("There is a draft already. Publish or discard it first."))
    missing = uncounted_games(stage.event).count()
    if is_final(stage):
        is_over = bool(missing) or stage_decided(stage)
    elif is_ladder(stage):
        is_over = True  # it is when its organisers say so
    else:
        is_over = bool(act.why) or rounds_of(stage).count() >= stage.planned_rounds
    if not is_over:
        undecided = _("Not all rounds have been played.")
        if is_bracket(stage):
            undecided = _("The bracket isn’t decided yet. Its page says which matches are open.")
        elif is_final(stage):
            undecided = _("The final isn’t decided yet. Pair and play its next round.")
        raise DomainError("rounds_missing", undecided)
    if missing:
        raise DomainError("results_missing", missing_results(stage.event, missing))


def stage_decided(stage: Stage) -> bool:
    """Whether a bracket is decided, which may be before its planned rounds are done; never of other formats."""
    format_ = format_for(stage.format)
    if not isinstance(format_, RanksByPlace) or not stage.planned_rounds:
        return False
    return format_.is_over(stage_snapshot(stage).state, stage.options)
