"""Whether an event of this service holds: its facts, the rows that stand for them, and what was derived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction

from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.chain import Difference, FactValue, facts_read
from magistrar_site.shared.services.facts import stream_lock
from ratings.services.proof import rating_differences, ratings_are_behind
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.standings import after_round
from tournaments.formats.registry import format_for
from tournaments.models import Event, Standing, StandingTable
from tournaments.models.rules import rules_read
from tournaments.services.fold.rows import rows_state, state_differences
from tournaments.services.fold.stages import stage_entries, stage_state
from tournaments.services.fold.state import EventState
from tournaments.services.standings import table_rows
from tournaments.services.verify.facts import Walk, facts_differences, row_differences


@dataclass(frozen=True, slots=True)
class Verdict:
    """`first` is the first difference, None where everything holds. `head` is number and digest of the newest fact.
    `notes` say what couldn't be looked at, `unproven` what no fact could prove."""

    head: tuple[int, str]
    first: Difference | None
    notes: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.first is None

    def __str__(self) -> str:
        return str(self.first) if self.first else f"verified {self.head[0]} {self.head[1]}"


TableRow = tuple[int, str, int, tuple[str, ...]]  # rank, entry, half points, values


@dataclass(frozen=True, slots=True)
class Kept:
    """All that is kept of an event, read at one moment."""

    facts: list[FactValue]
    head: tuple[int, str]
    rows: EventState
    tables: Mapping[tuple[int, int], tuple[int, tuple[TableRow, ...]]]  # stage, round: made from, rows


def event_verify(*, event: Event) -> Verdict:
    """Fold the facts anew and compare everything; the verdict has the first difference."""
    kept, walk = _kept(event), Walk()
    first = next(kept_differences(event, kept, walk), None)
    return Verdict(kept.head, first, tuple(walk.notes))


@transaction.atomic
def _kept(event: Event) -> Kept:
    stream_lock(stream=event.stream)  # nothing is written meanwhile
    event.refresh_from_db()
    return Kept(facts_read(event.stream), head_of(event.stream), rows_state(event), _tables(event))


def _tables(event: Event) -> dict[tuple[int, int], tuple[int, tuple[TableRow, ...]]]:
    rows: dict[int, list[TableRow]] = {}
    standings = Standing.objects.filter(table__stage__event=event).select_related("entry")
    for row in standings.order_by("rank", "entry__number"):
        rows.setdefault(row.table_id, []).append((row.rank, row.entry.key, row.points, tuple(row.values)))
    tables = StandingTable.objects.filter(stage__event=event).select_related("stage").order_by("stage", "after_round")
    return {
        (table.stage.number, table.after_round): (table.made_from, tuple(rows.get(table.pk, ()))) for table in tables
    }


def kept_differences(event: Event, kept: Kept, walk: Walk) -> Iterator[Difference]:
    """Everything that isn't as it should be: facts, rows, tables, ratings, in this order."""
    state = EventState()
    broken = False
    for difference in facts_differences(event.stream, kept.facts, kept.head, walk, state):
        broken = True
        yield difference
    if broken:
        return
    yield from state_differences(state, kept.rows)
    yield from table_differences(state, kept, walk)
    yield from _rating_differences(event, state, walk)


def table_differences(state: EventState, kept: Kept, walk: Walk) -> Iterator[Difference]:
    """Stored tables against those that follow from the facts. One that is behind is made up for by itself."""
    seed = state.the_event().seed
    for stage in state.stages.values():
        if not stage.planned_rounds:
            continue
        entries = stage_entries(state, stage.number)
        as_it_is = stage_state(state, stage.number), state.the_event().rules
        stood, rules_then = stage.closed or as_it_is
        rules = rules_read(dict(rules_then))
        now = for_standings(format_for(stage.format), stood, stage.options)
        for number in range(now.rounds_done + 1):
            made_from, found = kept.tables.get((stage.number, number), (0, ()))
            if made_from < kept.head[0]:
                walk.notes.append(f"the table after round {number} is behind: made from fact {made_from}")
                continue
            expected = tuple(
                (row.rank, entries[row.number].key, row.points, tuple(value.text for value in row.values))
                for row in sorted(
                    table_rows(stage, after_round(now, number), rules, seed),
                    key=lambda row: (row.rank, entries[row.number].number or 0),
                )
            )
            yield from row_differences(kept.head[0], f"table after round {number}", expected, found)


def _rating_differences(event: Event, state: EventState, walk: Walk) -> Iterator[Difference]:
    for pool in sorted({game.pool for game in state.games.values() if game.pool}):
        if ratings_are_behind(pool):
            walk.notes.append(f"the ratings of {pool} are behind")
            continue
        for difference in rating_differences(pool_key=pool, stream=event.stream):
            number = state.games[difference.game].result_fact if difference.game in state.games else 0
            what = f"rating change of {difference.player} by game {difference.game}"
            yield Difference(number, what, difference.expected, difference.found)
