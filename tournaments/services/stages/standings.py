"""Working a stage's tables out from the facts and storing them for reading."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.db import transaction

from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.bulk import rows_insert
from magistrar_site.shared.services.chain import facts_read, facts_up_to
from tournaments.facts.replay import replayed_state
from tournaments.facts.stage_states import stage_state
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.possible_places.keeping import follows, is_wider, kept
from tournaments.formats.core.possible_places.values import PossiblePlace
from tournaments.formats.core.standings import StandingRow, after_round
from tournaments.formats.core.state import Cell, CellKind, Scoring, Sitting, StageState
from tournaments.formats.core.tiebreaks.value import Part, TieBreakValue
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Stage, Standing, StandingTable
from tournaments.models.rules import EventRules, rules_read
from tournaments.selectors.stage_rules import possible_rows, table_columns, table_rows
from tournaments.selectors.standings.tables import possible_in
from tournaments.snapshots import StageSnapshot, stage_snapshot

# Raise it when the same facts give another table: every stored one is then worked out anew.
TABLE_VERSION = 7
MOST_ATTEMPTS = 5


def standings_refresh(*, event_key: str) -> bool:
    """Bring all tables of an event's stages up to its newest fact; only those whose input changed are worked out and
    written. False where newer ones were stored meanwhile. Running it twice, late or out of order changes nothing."""
    stages = Stage.objects.filter(event__key=event_key, planned_rounds__gt=0)
    refreshed = [_stage_refresh(pk) for pk in stages.values_list("pk", flat=True)]
    return all(refreshed)


def _stage_refresh(pk: int) -> bool:
    for _attempt in range(MOST_ATTEMPTS):
        # The head comes before all that the tables follow from: what changes after it makes them outdated.
        head, _digest = head_of(Stage.objects.select_related("event").get(pk=pk).event.stream)
        stage = Stage.objects.select_related("event").get(pk=pk)
        if stage.closed_fact and StandingTable.objects.filter(stage=stage).exists():
            StandingTable.objects.filter(stage=stage, made_from__lt=head).update(made_from=head)
            return True  # closed: its tables don't move any more
        update = _update_of(stage, head)
        with transaction.atomic():
            Stage.objects.select_for_update().get(pk=stage.pk)
            stored = StandingTable.objects.filter(stage=stage)
            if stored.filter(made_from__gt=head).exists():
                return False
            if _digests_of(stage) == update.seen:
                _update_store(stage, update)
                return True
    return False  # others keep being quicker; if that leaves the tables behind, the reconciler notices


@dataclass(frozen=True, slots=True)
class _Update:
    """What is to be written, worked out from the facts up to `head`.

    `seen`: the stored tables' digests when it was worked out; `digests`: as they should be; `rows`: of the tables that
    changed; `possible`: the places that are still possible after a round, for the newest table where it changed.
    """

    head: int
    snapshot: StageSnapshot
    seen: Mapping[int, str]
    digests: Mapping[int, str]
    rows: Mapping[int, Sequence[StandingRow]]
    columns: Sequence[str]
    possible: Mapping[int, Sequence[PossiblePlace]]


def _digests_of(stage: Stage) -> dict[int, str]:
    return dict(StandingTable.objects.filter(stage=stage).values_list("after_round", "input_digest"))


def _update_of(stage: Stage, head: int) -> _Update:
    snapshot, rules = _input_of(stage)
    state = for_standings(format_for(stage.format), snapshot.state, stage.options)
    digests = _input_digests(stage, state)
    seen = _digests_of(stage)
    rows = {
        number: table_rows(stage, after_round(state, number), rules, stage.event.seed)
        for number, digest in digests.items()
        if seen.get(number) != digest
    }
    newest = {state.rounds_done} & rows.keys() if not stage.closed_fact else ()
    possible = {
        number: _kept(stage, head, state, possible_rows(stage, state, rules, stage.event.seed)) for number in newest
    }
    return _Update(head, snapshot, seen, digests, rows, table_columns(stage, rules), possible)


def _kept(stage: Stage, head: int, state: StageState, places: Sequence[PossiblePlace]) -> Sequence[PossiblePlace]:
    """The places within those that were stored after an earlier fact, unless something was corrected since: the facts
    say so. They are read only where a range would widen."""
    by_number = {place.number: place for place in places}
    earlier = StandingTable.objects.filter(stage=stage, made_from__lt=head)
    table = earlier.order_by("-after_round").first() if places else None
    told = possible_in(table) if table else {}
    if table is None or not is_wider(by_number, told):
        return places
    replayed = replayed_state(facts_up_to(stage.event.stream, table.made_from))
    before = for_standings(format_for(stage.format), stage_state(replayed, stage.number), stage.options)
    is_same_table = rules_read(dict(replayed.the_event().rules)) == stage.event.settings
    return list(kept(by_number, told).values()) if is_same_table and follows(state, before) else places


def _input_of(stage: Stage) -> tuple[StageSnapshot, EventRules]:
    """The stage as it stands, and the event's rules; of a closed one both as they were when it was closed, which the
    facts say."""
    snapshot = stage_snapshot(stage)
    if not stage.closed_fact:
        return snapshot, stage.event.settings
    closed = replayed_state(facts_read(stage.event.stream)).stage(stage.number).closed
    if closed is None:
        return snapshot, stage.event.settings
    state, rules = closed
    return StageSnapshot(snapshot.head, state, snapshot.entries), rules_read(dict(rules))


def current_rows(stage: Stage) -> tuple[StageState, dict[int, Entry], Sequence[StandingRow]]:
    """The stage's table by its results as they stand now, worked out and not stored; of a closed stage, too, whose
    stored table doesn't follow."""
    snapshot = stage_snapshot(stage)
    state = for_standings(format_for(stage.format), snapshot.state, stage.options)
    return state, snapshot.entries, table_rows(stage, state, stage.event.settings, stage.event.seed)


def _update_store(stage: Stage, update: _Update) -> None:
    tables = StandingTable.objects.filter(stage=stage)
    tables.exclude(after_round__in=update.digests).delete()
    tables.update(made_from=update.head)
    for number, rows in update.rows.items():
        _table_store(stage, update, number, rows)


def _input_digests(stage: Stage, state: StageState) -> dict[int, str]:
    """SHA-256 (hex) of all that each table follows from, by the number of its round: each goes on from the one before,
    so that a result of the last round changes the last one alone. The newest has the places still possible too."""
    event = stage.event
    entrants = [replace(entrant, cells=(), sittings=()) for entrant in state.entrants]
    of_state: list[object] = [entrants, state.planned_rounds, state.predetermined, sorted(state.uncounted)]
    if state.order is not None:
        of_state += [state.order, [entrant.rounds for entrant in state.entrants]]
    running = hashlib.sha256(msgspec.json.encode([TABLE_VERSION, event.rules, event.seed, of_state]))
    digests = {0: running.hexdigest()}
    for number in range(1, state.rounds_done + 1):
        running.update(msgspec.json.encode([entrant.rounds[number - 1 : number] for entrant in state.entrants]))
        digests[number] = running.hexdigest()
    running.update(msgspec.json.encode(["newest", stage.options]))
    digests[state.rounds_done] = running.hexdigest()
    return digests


def _table_store(stage: Stage, update: _Update, number: int, rows: Sequence[StandingRow]) -> None:
    """Write the rows that aren't stored so: a result moves few of a thousand."""
    snapshot = update.snapshot
    values = {
        "made_from": update.head,
        "input_digest": update.digests[number],
        "columns": list(update.columns),
        "possible": msgspec.to_builtins(update.possible.get(number, ())),
    }
    table, is_new = StandingTable.objects.update_or_create(stage=stage, after_round=number, defaults=values)
    wanted = {
        snapshot.entries[entrant].pk: tuple(members[name] for name in MEMBERS)
        for entrant, members in standing_values(snapshot.state, number, rows).items()
    }
    if not is_new:
        others = []
        stored = Standing.objects.filter(table=table).order_by()
        for pk, entry, *members in stored.values_list("pk", "entry_id", *MEMBERS):
            if wanted.get(entry) == tuple(members):
                del wanted[entry]
            else:
                others.append(pk)
        Standing.objects.filter(pk__in=others).delete()
    rows_insert(Standing, ("table_id", "entry_id", *MEMBERS), ((table.pk, *_written(row)) for row in wanted.items()))


# What a row says beside its table and entry.
MEMBERS = ("rank", "points", "deducted", "is_counted", "played", "wins", "draws", "losses", "values", "parts")


def _written(row: tuple[int, tuple[Any, ...]]) -> tuple[Any, ...]:
    """Entry and members as they go into the database: what is JSON as text."""
    entry, (*plain, values, parts) = row
    return (entry, *plain, *(msgspec.json.encode(value).decode() for value in (values, parts)))


def standing_values(state: StageState, rounds: int, rows: Sequence[StandingRow]) -> dict[int, dict[str, Any]]:
    """The members of the rows of a table after so many rounds, by pairing number, as they are stored."""
    is_order = state.order is not None  # there are no rounds: all games count
    done = {entrant.number: entrant.rounds if is_order else entrant.rounds[:rounds] for entrant in state.entrants}
    deducted = {entrant.number: sum(entrant.deducted[:rounds]) for entrant in state.entrants}
    return {
        row.number: {
            "rank": row.rank,
            "points": row.points,
            "deducted": deducted[row.number],
            "values": [value.text for value in row.values],
            "parts": [[_part(value, part) for part in value.parts] for value in row.values],
            "is_counted": row.counted,
            **_tally(done[row.number], state.scoring),
        }
        for row in rows
    }


def _tally(rounds: Sequence[Cell | Sitting], scoring: Scoring) -> dict[str, int]:
    """Rounds played, won, tied and lost over the board: games, or matches of several games. At a table of more than two
    the first place alone is a win, a shared first place a tie."""
    played = [round_ for round_ in rounds if round_.kind is CellKind.PLAYED]
    wins = sum(_is_won(round_, scoring) for round_ in played)
    draws = sum(_is_tied(round_, scoring) for round_ in played)
    return {"played": len(played), "wins": wins, "draws": draws, "losses": len(played) - wins - draws}


def _is_won(round_: Cell | Sitting, scoring: Scoring) -> bool:
    if isinstance(round_, Cell):
        return round_.is_won(scoring)
    return round_.place == 1 and round_.places.count(1) == 1


def _is_tied(round_: Cell | Sitting, scoring: Scoring) -> bool:
    if isinstance(round_, Cell):
        return round_.series is None and round_.points == scoring.draw
    return round_.place == 1 and round_.places.count(1) > 1


def _part(value: TieBreakValue, part: Part) -> dict[str, Any]:
    """One contribution as it is shown; opponents by pairing number."""
    return {
        "round": part.round,
        "opponent": part.opponent,
        "amount": value.shown(part.amount),
        "kind": part.kind.value,
        "cut": part.cut.value if part.cut else None,
    }
