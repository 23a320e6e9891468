"""What the facts about an event's stages say: planned, closed, started from the one before, reopened."""

from __future__ import annotations

from typing import Any

import msgspec

from magistrar_site.shared.facts import ContradictionError, FactValue
from tournaments.enums import RoundState, StageState
from tournaments.facts.events import RankedEntry, StageMade
from tournaments.facts.state import ReplayedState
from tournaments.services.fold.payloads import Count, Key, Kinds, Payload, Small, kind
from tournaments.services.fold.stages import stage_state


class Planned(Payload, frozen=True):
    stage: StageMade


class OfStage(Payload, frozen=True):
    stage: Small


class Closed(Payload, frozen=True):
    """`ranking` is the stage's table, group by group where it has groups."""

    stage: Small
    ranking: list[RankedEntry]
    revision: Small = 1


class Seed(msgspec.Struct, frozen=True):
    entry: Key
    number: Count


class Started(Payload, frozen=True):
    """`entries` are those who go on, by their pairing numbers in the stage."""

    stage: Small
    planned_rounds: Small
    entries: list[Seed]


def planned(state: ReplayedState, fact: FactValue, said: Planned) -> None:
    made = said.stage
    if made.number not in {len(state.stages), len(state.stages) + 1} or made.number < 2:
        raise ContradictionError("stage", "the next one", str(made.number))
    if made.number in state.stages and state.stages[made.number].planned_rounds:
        raise ContradictionError("stage", "one that hasn't started", str(made.number))
    state.stages[made.number] = made.replayed(fact.number)


def dropped(state: ReplayedState, _fact: FactValue, said: OfStage) -> None:
    if state.stage(said.stage).planned_rounds or said.stage != len(state.stages):
        raise ContradictionError("stage", "the last one, not started", str(said.stage))
    del state.stages[said.stage]


def closed(state: ReplayedState, fact: FactValue, said: Closed) -> None:
    stage = state.stage(said.stage)
    rules: dict[str, Any] = dict(state.the_event().rules)
    stage.closed = (stage_state(state, said.stage, said.revision), rules)
    stage.closed_fact, stage.state, stage.changed_by = fact.number, StageState.FINISHED.value, fact.number
    for round_ in state.rounds:
        if round_.stage == said.stage and round_.state != RoundState.UNDONE.value:
            round_.state, round_.changed_by = RoundState.CLOSED.value, fact.number


def started(state: ReplayedState, fact: FactValue, said: Started) -> None:
    stage = state.stage(said.stage)
    if not state.stage(said.stage - 1).closed_fact:
        raise ContradictionError("stage", "the one before closed", str(said.stage))
    for seed in said.entries:
        state.entry(seed.entry)
    stage.seeds = {seed.entry: seed.number for seed in said.entries}
    if sorted(stage.seeds.values()) != list(range(1, len(said.entries) + 1)):
        raise ContradictionError("seeds", f"1 to {len(said.entries)}", str(sorted(stage.seeds.values())))
    stage.planned_rounds, stage.state, stage.changed_by = said.planned_rounds, StageState.RUNNING.value, fact.number


def reopened(state: ReplayedState, fact: FactValue, said: OfStage) -> None:
    """The stage runs again, and the one after it is only planned again."""
    stage, after = state.stage(said.stage), state.stage(said.stage + 1)
    stage.closed, stage.closed_fact, stage.state, stage.changed_by = None, 0, StageState.RUNNING.value, fact.number
    after.seeds, after.planned_rounds, after.state, after.changed_by = {}, 0, StageState.PLANNED.value, fact.number


KINDS: Kinds = {
    "stage.planned": kind(Planned, planned),
    "stage.dropped": kind(OfStage, dropped),
    "stage.closed": kind(Closed, closed),
    "stage.started": kind(Started, started),
    "stage.reopened": kind(OfStage, reopened),
}
