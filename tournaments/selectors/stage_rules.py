"""What follows from the state of a stage by the event's rules: pairs, lots, the table, who qualifies. Pure functions:
rows and facts are worked out by the same."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from tournaments.formats.core.capabilities import AnswersChallenges, ListsAhead, SeatsTables
from tournaments.formats.core.elimination import ChoosesEntrants, RanksByPlace, SetsMatchLength
from tournaments.formats.core.format import LeavesOut
from tournaments.formats.core.groups import PlaysInGroups, group_state, snake_group
from tournaments.formats.core.possible_places.places import possible_places
from tournaments.formats.core.possible_places.values import PossiblePlace
from tournaments.formats.core.qualifying import Qualifying, qualifying
from tournaments.formats.core.standings import StandingRow, standings
from tournaments.formats.core.state import StageState, Table
from tournaments.formats.registry import format_for
from tournaments.models.rules import EventRules
from tournaments.selectors.stages import OfFormat, groups_of_format


class OfLength(OfFormat, Protocol):
    """A stage with the number of games of its matches."""

    @property
    def best_of(self) -> int: ...


class TakesSome(OfFormat, Protocol):
    """A later stage with how many come into it."""

    @property
    def takes(self) -> int: ...


class WithKey(Protocol):
    @property
    def key(self) -> str: ...


def engine_table(stage: OfLength, entries: Mapping[int, WithKey], table: Table) -> dict[str, Any]:
    """A table of the pairing system as it is kept with the round, to compare changes by hand with. Entries are by
    pairing number."""
    return {
        "entries": [entries[number].key for number in table.seats],
        "best_of": _best_of(stage, table),
        "why": [{"code": code, "params": dict(parameters)} for code, parameters in table.why],
    }


def _best_of(stage: OfLength, table: Table) -> int:
    format_ = format_for(stage.format)
    of_format = format_.best_of(table, stage.options) if isinstance(format_, SetsMatchLength) else None
    return of_format or stage.best_of


def lot_of_match(seed: int, match_key: str, entries: Iterable[str]) -> str:
    """Which of the entries' keys the lot names: the same whenever it is drawn, from the event's stored seed."""
    return random.Random(f"{seed}/goes on/{match_key}").choice(sorted(entries))


def table_rows(stage: OfFormat, state: StageState, rules: EventRules, seed: int) -> Sequence[StandingRow]:
    """The table of a stage in that state, by the event's rules; `seed` is the event's, for lots. Brackets rank by how
    far an entrant came (those who can still win share the first rank), ladders by their order, all others by points;
    groups each for themselves, one after the other."""
    format_ = format_for(stage.format)
    if isinstance(format_, AnswersChallenges):
        return _by_order(format_, state)
    groups = format_.group_count(stage.options) if isinstance(format_, PlaysInGroups) else 0
    if groups:
        of_groups = [group_state(state, group, groups) for group in range(1, groups + 1)]
        return [row for own in of_groups for row in _by_points(own, rules, seed)]
    rows = _by_points(state, rules, seed)
    if not isinstance(format_, RanksByPlace):
        return rows
    ranks = format_.ranks(state, stage.options)
    ranked = [replace(row, rank=ranks[row.number]) for row in rows]
    return sorted(ranked, key=lambda row: (row.rank, row.number))


def table_columns(stage: OfFormat, rules: EventRules) -> tuple[str, ...]:
    """The codes of the tie-breaks in a stage's table: none where an order says who is ahead."""
    return () if isinstance(format_for(stage.format), AnswersChallenges) else tuple(rules.tie_breaks)


def _by_order(format_: AnswersChallenges, state: StageState) -> Sequence[StandingRow]:
    """Everybody at their place; those who have none behind, uncounted."""
    places = format_.places_held(state)
    last = len(places) + 1
    rows = (
        StandingRow(entrant.number, places.get(entrant.number, last), 0, counted=entrant.number in places)
        for entrant in state.entrants
    )
    return sorted(rows, key=lambda row: (row.rank, row.number))


def _by_points(state: StageState, rules: EventRules, seed: int) -> Sequence[StandingRow]:
    return standings(state, rules.tie_breaks, ruleset=rules.ruleset, lots_seed=seed)


def possible_rows(stage: OfLength, state: StageState, rules: EventRules, seed: int) -> Sequence[PossiblePlace]:
    """The places that are still possible in the stage, by its state as the standings see it; none in a bracket, on a
    ladder, in a stage of larger tables, and once no game is left. In groups they are places of the group."""
    format_ = format_for(stage.format)
    if isinstance(format_, RanksByPlace | SeatsTables | AnswersChallenges):
        return ()
    groups = format_.group_count(stage.options) if isinstance(format_, PlaysInGroups) else 0
    states = [group_state(state, group, groups) for group in range(1, groups + 1)] if groups else [state]
    return [
        place
        for own in states
        for place in possible_places(
            own,
            rules.tie_breaks,
            ruleset=rules.ruleset,
            lots_seed=seed,
            droppable=_droppable(stage, state, own),
            schedule=_schedule(stage, state, own),
            is_of_series=stage.best_of > 1,
        ).values()
    ]


def _droppable(stage: OfLength, state: StageState, own: StageState) -> frozenset[int]:
    format_ = format_for(stage.format)
    droppable = format_.droppable(state, stage.options) if isinstance(format_, LeavesOut) else frozenset()
    return droppable.intersection(entrant.number for entrant in own.entrants)


def _schedule(stage: OfLength, state: StageState, own: StageState) -> list[list[tuple[int, int]]]:
    """The games of all rounds among these entrants, where they are known ahead."""
    format_ = format_for(stage.format)
    if not isinstance(format_, ListsAhead):
        return []
    numbers = [entrant.number for entrant in state.entrants]
    among = {entrant.number for entrant in own.entrants}
    return [
        [game for game in format_.games_of_round(numbers, number, stage.options) if among.issuperset(game)]
        for number in range(1, state.planned_rounds + 1)
    ]


def stage_tables(stage: OfFormat, rows: Sequence[StandingRow]) -> dict[int, list[StandingRow]]:
    """The rows of a stage's table by group; all in one where it has none."""
    groups = groups_of_format(stage)
    tables: dict[int, list[StandingRow]] = {group: [] for group in range(1, max(groups, 1) + 1)}
    for row in rows:
        tables[snake_group(row.number, groups) if groups else 1].append(row)
    return tables


def stage_qualifying(stage: OfFormat, state: StageState, rows: Sequence[StandingRow], into: TakesSome) -> Qualifying:
    """Who goes on from a stage in that state into a later one."""
    gone = {entrant.number for entrant in state.entrants if entrant.withdrawn}
    format_ = format_for(into.format)
    first = format_.goes_first(state, into.options) if isinstance(format_, ChoosesEntrants) else frozenset[int]()
    return qualifying(stage_tables(stage, rows), into.takes, gone, first)
