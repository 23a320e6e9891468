"""The standings of a stage: points, then tie-breaks in order, applied anew within each group that is still tied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats.core.state import StageState
from tournaments.formats.core.tiebreaks.catalogue import tie_breaks_for
from tournaments.formats.core.tiebreaks.records import Record
from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.rulesets import ruleset_for
from tournaments.formats.core.tiebreaks.tie_break import TieBreak, Values
from tournaments.formats.core.tiebreaks.value import TieBreakValue


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line. `points` are in units of the stage's scale. Entrants whose every column is the same share `rank`.
    `values` has one value for each tie-break asked for, in that order. A row that isn't `counted` (an early withdrawal)
    stands last, with the rank behind all others and no values."""

    number: int
    rank: int
    points: int
    values: tuple[TieBreakValue, ...] = ()
    counted: bool = True


def standings(
    state: StageState, tie_breaks: Sequence[str], *, ruleset: str = "fide-2026", lots_seed: int = 0
) -> tuple[StandingRow, ...]:
    """The table after `state.rounds_done` rounds, in rank order; those who share a rank in order of number.

    UnknownTieBreakError and UnknownRulesetError for what there isn't. Nothing sorts that isn't a column: with no
    tie-breaks, all who have the same points share a rank.
    """
    columns = tie_breaks_for(tie_breaks, state.numbers)
    results = Results(state, ruleset_for(ruleset), lots_seed=lots_seed)
    groups = _by_points(list(results.records.values()))
    values: list[Values] = []
    for column in columns:
        of_column = _values(column, results, groups)
        groups = [tier for group in groups for tier in _split(group, column, of_column)]
        values.append(of_column)
    rows = _rows(groups, values, results)
    return (*rows, *_uncounted_rows(state, rank=len(rows) + 1))


def after_round(state: StageState, round_number: int) -> StageState:
    """The stage as it stood after that round: later cells gone. ValueError for a round that isn't done."""
    if not 0 <= round_number <= state.rounds_done:
        raise ValueError(f"round {round_number} of {state.rounds_done} that are done")
    entrants = tuple(
        replace(
            entrant,
            cells=entrant.cells[:round_number],
            sittings=entrant.sittings[:round_number],
            deducted=entrant.deducted[:round_number],
        )
        for entrant in state.entrants
    )
    return replace(state, entrants=entrants, rounds_done=round_number)


def _by_points(records: list[Record]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for record in sorted(records, key=lambda record: record.number):
        groups.setdefault(record.points, []).append(record.number)
    return [groups[points] for points in sorted(groups, reverse=True)]


def _values(column: TieBreak, results: Results, groups: list[list[int]]) -> Values:
    if not column.within_tie:
        return column.compute(results, list(results.records))
    values: dict[int, TieBreakValue] = {}
    for group in groups:
        alone = len(group) == 1
        values.update({group[0]: TieBreakValue(column.code, None)} if alone else column.compute(results, group))
    return values


def _split(group: list[int], column: TieBreak, values: Values) -> list[list[int]]:
    if len(group) == 1:
        return [group]
    tiers: dict[object, list[int]] = {}
    for number in sorted(group, key=lambda number: (column.key(values[number]), number)):
        tiers.setdefault(column.key(values[number]), []).append(number)
    return list(tiers.values())


def _rows(groups: list[list[int]], values: list[Values], results: Results) -> list[StandingRow]:
    rows: list[StandingRow] = []
    for group in groups:
        rank = len(rows) + 1
        for number in group:
            of_entrant = tuple(of_column[number] for of_column in values)
            rows.append(StandingRow(number, rank, results.records[number].points, of_entrant))
    return rows


def _uncounted_rows(state: StageState, *, rank: int) -> list[StandingRow]:
    uncounted = sorted(entrant.number for entrant in state.entrants if entrant.number in state.uncounted)
    points = {entrant.number: entrant.points_after(state.rounds_done) for entrant in state.entrants}
    return [StandingRow(number, rank, points[number], counted=False) for number in uncounted]
