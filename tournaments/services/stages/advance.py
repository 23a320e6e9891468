"""The entries that advance from a stage into the next, in the order of seeds."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.core.qualifying import Qualifier
from tournaments.formats.systems.knockout.from_groups import seeds_from_stage
from tournaments.models import Entry, Stage
from tournaments.selectors.stage_rules import stage_qualifying
from tournaments.services.stages.standings import current_rows


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who would go on now, in the order of the seeds, with the place in the stage; and who is tied where it matters."""

    stage: Stage
    into: Stage
    seeds: tuple[tuple[Qualifier, Entry], ...]
    tied: tuple[tuple[Entry, ...], ...]


def advancing(stage: Stage, into: Stage) -> Advancing:
    """The entries that would advance from the stage as it stands now."""
    state, entries, rows = current_rows(stage)
    found = stage_qualifying(stage, state, rows, into)
    of_number = {place.number: place for place in found.qualified}
    order = seeds_from_stage(found.qualified) if len(found.qualified) > 1 else tuple(of_number)
    return Advancing(
        stage,
        into,
        tuple((of_number[number], entries[number]) for number in order),
        tuple(tuple(entries[number] for number in tied) for tied in found.tied),
    )
