"""The final order of the divisions of a season: the tables, then what was decided about ties that matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.enums import DeciderKind
from leagues.models import Decider, Division, Season, SeasonEntry
from leagues.placement.claims import deciding_cuts
from leagues.placement.values import LastSeason, PastPlayer
from leagues.selectors.seasons import deciders_of, divisions_of, entries_of_division, start_sizes
from leagues.services.seasons.last_season import bordered
from tournaments.enums import EntryState
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings.rows import standing_rows, standing_table

LEFT = (EntryState.WITHDRAWN, EntryState.EXPELLED)


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """A player in the final table of a division; those of the same rank are level."""

    entry: SeasonEntry
    rank: int
    finished: bool


def ranked_entries(division: Division) -> list[RankedEntry]:
    """The division's players by their table; who left ranks behind the others (G6)."""
    event = division.event
    entries = entries_of_division(division)
    by_entry = {entry.event_entry: entry for entry in entries if entry.event_entry}
    table = standing_table(stage_of(event)) if event is not None else None
    rows = [
        RankedEntry(by_entry[row.entry.key], row.rank, row.entry.state not in LEFT and row.is_counted)
        for row in (standing_rows(table) if table else ())
        if row.entry.key in by_entry
    ]
    replaced = [RankedEntry(entry, len(rows) + 1, False) for entry in entries if not entry.event_entry]
    return sorted([*rows, *replaced], key=lambda row: (not row.finished, row.rank))


def level_groups(season: Season, ranked: Sequence[Sequence[RankedEntry]]) -> list[tuple[int, list[SeasonEntry]]]:
    """The ties that decide title, promotion, relegation or who plays a play-off: division and level players."""
    last = as_last_season(season, [[row.entry for row in rows] for rows in ranked], ranked)
    groups = []
    for number, rows in enumerate(ranked, 1):
        cuts = deciding_cuts(last, number)
        finished = [row for row in rows if row.finished]
        for rank in dict.fromkeys(row.rank for row in finished):
            places = [place for place, row in enumerate(finished, 1) if row.rank == rank]
            if any(cut in cuts for cut in range(places[0], places[-1])):
                groups.append((number, [finished[place - 1].entry for place in places]))
    return groups


def as_last_season(
    season: Season, order: Sequence[Sequence[SeasonEntry]], ranked: Sequence[Sequence[RankedEntry]]
) -> LastSeason:
    """The season in this order as placement reads it, by its own settings; players by the keys of their entries."""
    finished = {row.entry.key for rows in ranked for row in rows if row.finished}
    divisions = [[PastPlayer(entry.key, True, entry.key in finished) for entry in entries] for entries in order]
    return LastSeason(divisions=divisions, settings=bordered(season.settings.placement, start_sizes(season)))


def final_order(season: Season, ranked: Sequence[Sequence[RankedEntry]]) -> list[list[SeasonEntry]]:
    """Every division in its final order. Level players are in the order that was decided; where nothing depends on it,
    and for ties that a later correction made, in the order of the final places so far, or else of the placement."""
    decided = _decided_places(deciders_of(season, DeciderKind.TIE))

    def place(row: RankedEntry) -> tuple[bool, int, int, int, int]:
        entry = row.entry
        return (
            not row.finished,
            row.rank,
            decided.get(entry.key, 0),
            entry.final_place or 0,
            entry.place or len(decided) + 10_000,
        )

    return [[row.entry for row in sorted(rows, key=place)] for rows in ranked]


def _decided_places(deciders: Sequence[Decider]) -> dict[str, int]:
    return {entry: place for decider in deciders for place, entry in enumerate(decider.order)}


def ranked_divisions(season: Season) -> list[list[RankedEntry]]:
    """All divisions, from the highest."""
    return [ranked_entries(division) for division in divisions_of(season)]
