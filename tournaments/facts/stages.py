"""Facts about an event's stages: planned, closed, started from the one before, reopened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from games.values.state import shown
from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    Difference,
    FactSentence,
    FactValue,
    Key,
    Small,
    StreamFact,
)
from tournaments.enums import RoundState, StageState
from tournaments.facts.events import RankedEntry, StageMade, ranking_differences
from tournaments.facts.stage_states import rows_when_closed, stage_entries, stage_state
from tournaments.facts.state import ReplayedState
from tournaments.facts.walk import Walk, worked_out
from tournaments.formats.systems.knockout.from_groups import seeds_from_stage
from tournaments.selectors.stage_rules import stage_qualifying


class StagePlanned(StreamFact, frozen=True, kw_only=True):
    kind = "stage.planned"
    topic = "event"
    sentence = FactSentence(_("stage planned"), _("Stage %(stage)s was planned."))
    is_public = True

    stage: StageMade

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        planned = self.stage.replayed(fact.number)
        if planned.number not in {len(state.stages), len(state.stages) + 1} or planned.number < 2:
            raise ContradictionError("stage", "the next one", str(planned.number))
        if planned.number in state.stages and state.stages[planned.number].planned_rounds:
            raise ContradictionError("stage", "one that hasn't started", str(planned.number))
        state.stages[planned.number] = planned


class StageDropped(StreamFact, frozen=True, kw_only=True):
    kind = "stage.dropped"
    topic = "event"
    sentence = FactSentence(_("stage dropped"), _("Stage %(stage)s isn’t planned any more."))
    is_public = True

    stage: Small

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        if state.stage(self.stage).planned_rounds or self.stage != len(state.stages):
            raise ContradictionError("stage", "the last one, not started", str(self.stage))
        del state.stages[self.stage]


class StageClosed(StreamFact, frozen=True, kw_only=True):
    """`ranking` is the stage's table, group by group where it has groups. `revision`: see
    `formats.core.state.REVISION`."""

    kind = "stage.closed"
    topic = "event"
    sentence = FactSentence(_("stage closed"), _("Stage %(stage)s was closed; its table is final."))
    is_public = True
    follows_from_facts = "the table of stage {stage}"

    stage: Small
    ranking: list[RankedEntry]
    revision: Small = 1

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        stage = state.stage(self.stage)
        rules: dict[str, Any] = dict(state.the_event().rules)
        stage.closed = (stage_state(state, self.stage, self.revision), rules)
        stage.closed_fact, stage.state, stage.changed_by = fact.number, StageState.FINISHED.value, fact.number
        for round_ in state.rounds:
            if round_.stage == self.stage and round_.state != RoundState.UNDONE.value:
                round_.state, round_.changed_by = RoundState.CLOSED.value, fact.number

    def check(self, state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
        """The table of a closed stage is the one that follows from its results."""
        stage, what = state.stage(self.stage), f"table of stage {self.stage}"
        rows = worked_out(lambda: rows_when_closed(stage, state.the_event().seed)[1], what)
        yield from ranking_differences(state, fact.number, what, stage.number, rows, self.ranking)


class SeededInto(msgspec.Struct, frozen=True, kw_only=True):
    entry: Key
    number: Count


class StageStarted(StreamFact, frozen=True, kw_only=True):
    """`entries` are those who go on, by their pairing numbers in the stage."""

    kind = "stage.started"
    topic = "event"
    sentence = FactSentence(
        _("stage started"), _("Stage %(stage)s started with %(entries)s players, seeded from the one before.")
    )
    is_public = True
    follows_from_facts = "the seeds of stage {stage}"

    stage: Small
    planned_rounds: Small
    entries: list[SeededInto]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        stage = state.stage(self.stage)
        if not state.stage(self.stage - 1).closed_fact:
            raise ContradictionError("stage", "the one before closed", str(self.stage))
        for seed in self.entries:
            state.entry(seed.entry)
        stage.seeds = {seed.entry: seed.number for seed in self.entries}
        if sorted(stage.seeds.values()) != list(range(1, len(self.entries) + 1)):
            raise ContradictionError("seeds", f"1 to {len(self.entries)}", str(sorted(stage.seeds.values())))
        stage.planned_rounds, stage.state = self.planned_rounds, StageState.RUNNING.value
        stage.changed_by = fact.number

    def check(self, state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
        """Those go on who are first in the tables of the stage before, with the seeds that follow from their places."""
        before, into = state.stage(self.stage - 1), state.stage(self.stage)
        entries = stage_entries(state, before.number)

        def seeds() -> Sequence[str]:
            final, rows = rows_when_closed(before, state.the_event().seed)
            found = stage_qualifying(before, final, rows, into)
            if found.tied:
                raise ContradictionError("who advances", "no ties", shown(found.tied))
            return [entries[seed].key for seed in seeds_from_stage(found.qualified)]

        expected = worked_out(seeds, f"seeds of stage {self.stage}")
        found = sorted(into.seeds, key=lambda key: into.seeds[key])
        if expected != found:
            yield Difference(fact.number, f"seeds of stage {self.stage}", shown(expected), shown(found))


class StageReopened(StreamFact, frozen=True, kw_only=True):
    """The stage runs again, and the one after it is only planned again."""

    kind = "stage.reopened"
    topic = "event"
    sentence = FactSentence(_("stage reopened"), _("Stage %(stage)s was reopened; the next one has to be drawn again."))
    is_public = True

    stage: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        stage, after = state.stage(self.stage), state.stage(self.stage + 1)
        stage.closed, stage.closed_fact, stage.state = None, 0, StageState.RUNNING.value
        after.seeds, after.planned_rounds, after.state = {}, 0, StageState.PLANNED.value
        stage.changed_by = after.changed_by = fact.number
