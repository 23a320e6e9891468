"""A simulated event as a file."""

from __future__ import annotations

from tournaments.formats.core.format import for_standings
from tournaments.formats.registry import format_for
from tournaments.models import Event, Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings import standing_rows, standing_table
from tournaments.snapshots import stage_snapshot
from tournaments.trf.building import PlayerDetails, to_document
from tournaments.trf.writer import write_trf


def trf_of_event(event: Event) -> str:
    """The report file of the event's last stage. TrfLimitError for what such a file can't hold."""
    stage = stage_of(event)
    snapshot = stage_snapshot(stage)
    state = for_standings(format_for(stage.format), snapshot.state, stage.options)
    return write_trf(
        to_document(
            state,
            header={
                "012": (event.name,),
                "022": (event.club.place,),
                "042": (f"{event.starts_at:%Y/%m/%d}",),
                "062": (str(len(state.entrants)),),
            },
            details={number: PlayerDetails(name=entry.player.name) for number, entry in snapshot.entries.items()},
            ranks=_ranks(stage),
        )
    )


def _ranks(stage: Stage) -> dict[int, int]:
    table = standing_table(stage)
    rows = standing_rows(table) if table else []
    return {row.entry.number: row.rank for row in rows if row.entry.number is not None}
