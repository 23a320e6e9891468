"""Working a stage's tables out from the facts and storing them for reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import transaction

from tournaments.formats.core.standings import StandingRow, after_round, standings
from tournaments.formats.core.state import Cell, CellKind, StageState
from tournaments.models import Event, Stage, Standing, StandingTable
from tournaments.selectors.events import event_by_key
from tournaments.signals import standings_changed
from tournaments.snapshots import StageSnapshot, stage_snapshot


def standings_refresh(*, event_key: str) -> bool:
    """Work out all tables of an event's stages anew. False where newer ones were stored meanwhile. Running it twice,
    late or out of order changes nothing."""
    event = event_by_key(event_key)
    stages = Stage.objects.filter(event=event).select_related("event")
    refreshed = [_stage_refresh(event, stage) for stage in stages]
    return all(refreshed)


def _stage_refresh(event: Event, stage: Stage) -> bool:
    if not stage.planned_rounds:
        return True
    snapshot = stage_snapshot(stage)
    tables = {number: _table(event, snapshot, number) for number in range(snapshot.state.rounds_done + 1)}
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=stage.pk)
        newest = StandingTable.objects.filter(stage=stage).order_by("-made_from").first()
        if newest is not None and newest.made_from > snapshot.head:
            return False
        StandingTable.objects.filter(stage=stage).delete()
        for number, rows in tables.items():
            _table_store(event, stage, snapshot, number, rows)
        transaction.on_commit(lambda: standings_changed.send(sender=Stage, event_key=event.key))
    return True


def _table(event: Event, snapshot: StageSnapshot, number: int) -> Sequence[StandingRow]:
    rules = event.settings
    state = after_round(snapshot.state, number)
    return standings(state, rules.tie_breaks, ruleset=rules.ruleset, lots_seed=event.seed)


def _table_store(
    event: Event, stage: Stage, snapshot: StageSnapshot, number: int, rows: Sequence[StandingRow]
) -> StandingTable:
    table = StandingTable.objects.create(
        stage=stage, after_round=number, made_from=snapshot.head, columns=list(event.settings.tie_breaks)
    )
    cells = _cells_by_number(snapshot.state, number)
    Standing.objects.bulk_create(
        (
            Standing(
                table=table,
                entry=snapshot.entries[row.number],
                rank=row.rank,
                points=row.points,
                values=[value.text for value in row.values],
                parts=[[_plain(part) for part in value.parts] for value in row.values],
                **_tally(cells[row.number], event.settings.win, event.settings.draw),
            )
            for row in rows
        ),
        batch_size=500,
    )
    return table


def _cells_by_number(state: StageState, rounds: int) -> dict[int, tuple[Cell, ...]]:
    return {entrant.number: entrant.cells[:rounds] for entrant in state.entrants}


def _tally(cells: Sequence[Cell], win: int, draw: int) -> dict[str, int]:
    """Games played, won, tied and lost over the board."""
    played = [cell.points for cell in cells if cell.kind is CellKind.PLAYED]
    wins, draws = played.count(win), played.count(draw)
    return {"played": len(played), "wins": wins, "draws": draws, "losses": len(played) - wins - draws}


def _plain(part: Any) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.to_builtins(part, enc_hook=str)
    return value
