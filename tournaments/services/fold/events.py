"""What the facts about the event as a whole say."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from magistrar_site.shared.services.chain import FactValue
from tournaments.enums import EntryState, RoundState, StageState
from tournaments.enums import EventState as State
from tournaments.facts.state import ContradictionError, ReplayedEvent, ReplayedStage, ReplayedState
from tournaments.formats.core.format import FormatOptionError, UnknownFormatError, option_values
from tournaments.formats.core.tiebreaks.catalogue import UnknownTieBreakError, tie_breaks_for
from tournaments.formats.core.tiebreaks.rulesets import UnknownRulesetError, ruleset_for
from tournaments.formats.registry import format_for
from tournaments.models.rules import rules_read
from tournaments.services.fold.payloads import Count, Integer, Key, Kinds, Moment, Name, Payload, Small, kind

Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class StageMade(msgspec.Struct, frozen=True):
    number: Small
    format: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any]
    best_of: Small = 1
    takes: Small = 0


class Created(Payload, frozen=True):
    event: Key
    club: Key
    preset: Annotated[str, Meta(max_length=40)]
    time_zone: Name
    starts_at: Moment
    pool: Name
    rules: dict[str, Any]
    stages: list[StageMade]
    seed: Seed = 0


class Seeded(msgspec.Struct, frozen=True):
    entry: Key
    number: Count
    rating: Integer


class Started(Payload, frozen=True):
    rules: dict[str, Any]
    stage: Small
    planned_rounds: Small
    entries: list[Seeded]
    seed: Seed = 0


class RoundsPlanned(Payload, frozen=True):
    stage: Small
    planned_rounds: Small


class Ranked(msgspec.Struct, frozen=True):
    rank: Count
    entry: Key
    points: Integer
    values: list[str]


class Finished(Payload, frozen=True):
    ranking: list[Ranked]
    revision: Small = 1


def created(state: ReplayedState, fact: FactValue, said: Created) -> None:
    if state.event is not None:
        raise ContradictionError("event", "to be created once", "created again")
    state.event = ReplayedEvent(
        key=said.event,
        club=said.club,
        name=fact.texts().get("name"),
        preset=said.preset,
        time_zone=said.time_zone,
        starts_at=said.starts_at,
        pool=said.pool,
        rules=rules_of(said.rules),
        seed=0,
        drawn=said.seed,
        created_at=fact.at,
        changed_by=fact.number,
    )
    for made in said.stages:
        check_format(made)
        state.stages[made.number] = ReplayedStage(
            made.number, made.format, made.options, best_of=made.best_of, takes=made.takes, changed_by=fact.number
        )


def check_format(stage: StageMade) -> None:
    try:
        option_values(format_for(stage.format), stage.options)
    except (UnknownFormatError, FormatOptionError) as error:
        raise ContradictionError(f"stage {stage.number}", "a format and options that there are", str(error)) from None


def rules_of(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules as stored; a contradiction where they aren't rules."""
    try:
        read = rules_read(rules)
        tie_breaks_for(read.tie_breaks)
        ruleset_for(read.ruleset)
    except (msgspec.ValidationError, UnknownTieBreakError, UnknownRulesetError) as error:
        raise ContradictionError("rules", "rules of an event", str(error)) from None
    return rules


def started(state: ReplayedState, fact: FactValue, said: Started) -> None:
    event, stage = state.the_event(), state.stage(said.stage)
    event.rules, event.state, event.changed_by = rules_of(said.rules), State.RUNNING.value, fact.number
    event.seed = said.seed or event.drawn
    stage.planned_rounds, stage.state, stage.changed_by = said.planned_rounds, StageState.RUNNING.value, fact.number
    if len({seeded.number for seeded in said.entries}) != len(said.entries):
        raise ContradictionError("pairing numbers", "each of them once", "one twice")
    for seeded in said.entries:
        entry = state.entry(seeded.entry)
        entry.number, entry.rating, entry.changed_by = seeded.number, seeded.rating, fact.number
        entry.state = EntryState.ACTIVE.value


def rounds_planned(state: ReplayedState, fact: FactValue, said: RoundsPlanned) -> None:
    stage = state.stage(said.stage)
    stage.planned_rounds, stage.changed_by = said.planned_rounds, fact.number


def finished(state: ReplayedState, fact: FactValue, said: Finished) -> None:
    event = state.the_event()
    event.state, event.changed_by = State.FINISHED.value, fact.number
    state.ranking = [msgspec.to_builtins(row) for row in said.ranking]
    state.finished, state.revision = fact.number, said.revision
    for stage in state.stages.values():
        if stage.planned_rounds:
            stage.state, stage.changed_by = StageState.FINISHED.value, fact.number
    for round_ in state.rounds:
        if round_.state != RoundState.UNDONE.value:
            round_.state, round_.changed_by = RoundState.CLOSED.value, fact.number


KINDS: Kinds = {
    "event.created": kind(Created, created),
    "event.started": kind(Started, started),
    "event.finished": kind(Finished, finished),
    "event.rounds_planned": kind(RoundsPlanned, rounds_planned),
}
