"""Facts about an event as a whole: set up, started, finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from games.engine.registry import DEFAULT_JUDGE, GAME_SYSTEMS
from games.values.state import shown
from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    Difference,
    FactSentence,
    FactValue,
    Integer,
    Key,
    Moment,
    Name,
    Small,
    StreamFact,
)
from tournaments.enums import EntryState, EventState, RoundState, StageState
from tournaments.facts.settings import checked_rules, columns_of
from tournaments.facts.stage_states import rows_now, stage_entries
from tournaments.facts.state import ReplayedEvent, ReplayedStage, ReplayedState
from tournaments.facts.walk import Walk, worked_out
from tournaments.formats.core.format import FormatOptionError, UnknownFormatError, option_values
from tournaments.formats.core.standings import StandingRow
from tournaments.formats.registry import format_for
from tournaments.models import Event

Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class StageMade(msgspec.Struct, frozen=True, kw_only=True):
    """A stage as it is planned. `takes` is given for stages after the first."""

    number: Small
    format: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any]
    best_of: Small = 1
    takes: Small | UnsetType = UNSET

    def replayed(self, changed_by: int) -> ReplayedStage:
        """The stage before it starts. ContradictionError where its format or an option isn't one."""
        try:
            option_values(format_for(self.format), self.options)
        except (UnknownFormatError, FormatOptionError) as error:
            expected = "a format and options that there are"
            raise ContradictionError(f"stage {self.number}", expected, str(error)) from None
        return ReplayedStage(
            self.number,
            self.format,
            self.options,
            best_of=self.best_of,
            takes=0 if self.takes is UNSET else self.takes,
            changed_by=changed_by,
        )


class EventCreated(StreamFact, frozen=True, kw_only=True):
    """`seed` is given by older chains alone: now the start tells it. `system` is the game that is played, left out for
    the one that older chains know. `draft` is given for an event that nobody else sees yet."""

    kind = "event.created"
    topic = "event"
    sentence = FactSentence(_("event set up"), _("The event “%(name)s” was set up."))
    is_public = True

    event: Key
    club: Key
    preset: Annotated[str, Meta(max_length=40)]
    time_zone: Name
    starts_at: Moment
    pool: Name
    rules: dict[str, Any]
    stages: list[StageMade]
    seed: Seed | UnsetType = UNSET
    system: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    draft: bool | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        if state.event is not None:
            raise ContradictionError("event", "to be created once", "created again")
        system = DEFAULT_JUDGE if self.system is UNSET else self.system
        if system not in GAME_SYSTEMS:
            raise ContradictionError("system", "a game that is known", system)
        state.event = ReplayedEvent(
            key=self.event,
            club=self.club,
            name=fact.texts().get("name"),
            preset=self.preset,
            system=system,
            columns=columns_of(Event()) | {"time_zone": self.time_zone, "starts_at": self.starts_at, "pool": self.pool},
            rules=checked_rules(self.rules, system),
            seed=0,
            drawn=0 if self.seed is UNSET else self.seed,
            created_at=fact.at,
            state=(EventState.DRAFT if self.draft is True else EventState.OPEN).value,
            changed_by=fact.number,
        )
        for made in self.stages:
            state.stages[made.number] = made.replayed(fact.number)


class SeededEntry(msgspec.Struct, frozen=True, kw_only=True):
    entry: Key
    number: Count
    rating: Integer


class EventStarted(StreamFact, frozen=True, kw_only=True):
    """`ratings` names the source of the entries' ratings. In older chains `event.created` has the seed."""

    kind = "event.started"
    topic = "event"
    sentence = FactSentence(_("event started"), _("The event started with %(entries)s players."))
    is_public = True

    rules: dict[str, Any]
    seed: Seed | UnsetType = UNSET
    stage: Small
    planned_rounds: Small
    ratings: str | UnsetType = UNSET
    entries: list[SeededEntry]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event, stage = state.the_event(), state.stage(self.stage)
        event.rules, event.state, event.changed_by = (
            checked_rules(self.rules, event.system),
            EventState.RUNNING.value,
            fact.number,
        )
        event.seed = (0 if self.seed is UNSET else self.seed) or event.drawn
        stage.planned_rounds, stage.state = self.planned_rounds, StageState.RUNNING.value
        stage.changed_by = fact.number
        if len({seeded.number for seeded in self.entries}) != len(self.entries):
            raise ContradictionError("pairing numbers", "each of them once", "one twice")
        for seeded in self.entries:
            entry = state.entry(seeded.entry)
            entry.number, entry.rating, entry.changed_by = seeded.number, seeded.rating, fact.number
            entry.state = EntryState.ACTIVE.value


class RankedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table."""

    rank: Count
    entry: Key
    points: Integer
    values: list[str]


class EventFinished(StreamFact, frozen=True, kw_only=True):
    """`prizes` lists those who won one, by category. `revision`: see `formats.core.state.REVISION`."""

    kind = "event.finished"
    topic = "event"
    sentence = FactSentence(_("event finished"), _("The event was finished and its final ranking fixed."))
    is_public = True
    follows_from_facts = "the final ranking"

    ranking: list[RankedEntry]
    prizes: list[Any] | UnsetType = UNSET
    revision: Small = 1

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        event = state.the_event()
        event.state, event.changed_by = EventState.FINISHED.value, fact.number
        state.ranking = [msgspec.to_builtins(row) for row in self.ranking]
        state.finished, state.revision = fact.number, self.revision
        for stage in state.stages.values():
            if stage.planned_rounds:
                stage.state, stage.changed_by = StageState.FINISHED.value, fact.number
        for round_ in state.rounds:
            if round_.state != RoundState.UNDONE.value:
                round_.state, round_.changed_by = RoundState.CLOSED.value, fact.number

    def check(self, state: ReplayedState, fact: FactValue, _walk: Walk) -> Iterator[Difference]:
        """The final ranking is the table that follows from the results."""
        stages = [stage for stage in state.stages.values() if stage.planned_rounds]
        if not stages:
            return
        last = max(stages, key=lambda stage: stage.number)
        rows = worked_out(lambda: rows_now(state, last), "final ranking")
        yield from ranking_differences(state, fact.number, "final ranking", last.number, rows, self.ranking)


def ranking_differences(
    state: ReplayedState,
    number: int,
    what: str,
    stage: int,
    rows: Sequence[StandingRow],
    ranking: Sequence[RankedEntry],
) -> Iterator[Difference]:
    """The differences between a ranking and the table of a stage."""
    entries = stage_entries(state, stage)
    expected = [
        {
            "rank": row.rank,
            "entry": entries[row.number].key,
            "points": row.points,
            "values": [value.text for value in row.values],
        }
        for row in rows
    ]
    yield from row_differences(number, what, expected, [msgspec.to_builtins(row) for row in ranking])


def row_differences(
    number: int, what: str, expected: Sequence[object], found: Sequence[object]
) -> Iterator[Difference]:
    for place in range(max(len(expected), len(found))):
        one, other = (rows[place] if place < len(rows) else None for rows in (expected, found))
        if one != other:
            yield Difference(number, f"{what}, row {place + 1}", shown(one), shown(other))


class RoundsPlanned(StreamFact, frozen=True, kw_only=True):
    kind = "event.rounds_planned"
    topic = "event"
    sentence = FactSentence(_("rounds planned"), _("%(planned)s rounds are planned from now on."))
    is_public = True

    stage: Small
    planned_rounds: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        stage = state.stage(self.stage)
        stage.planned_rounds, stage.changed_by = self.planned_rounds, fact.number
