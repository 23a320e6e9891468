"""Rounds at tables of any number, and the pairs view on them.

A pair is a table of two. Formats for two sides work on the pairs view of a stage: cells in place of sittings, and pairs
in place of tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.core.state import CellKind, Sitting, StageState


def pairs_view(state: StageState) -> StageState:
    """The stage with cells in place of sittings. ValueError where more than two sat at a table."""
    return replace(
        state,
        entrants=tuple(
            replace(entrant, cells=tuple(sitting.cell() for sitting in entrant.sittings), sittings=())
            if entrant.sittings
            else entrant
            for entrant in state.entrants
        ),
    )


def sittings_of(table: int, seats: Sequence[int], kind: CellKind, places: Sequence[int] = ()) -> dict[int, Sitting]:
    """What a table is for each of its entrants, without points and numbers. `places` in the order of the seats."""
    found: dict[int, Sitting] = {}
    for at, number in enumerate(seats):
        order = [at, *(other for other in range(len(seats)) if other != at)]
        own_places = tuple(places[seat] for seat in order) if places else ()
        found[number] = Sitting(kind, table, at + 1, tuple(seats[seat] for seat in order[1:]), own_places)
    return found
