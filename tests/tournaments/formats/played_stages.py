"""Stages played through a format's own pairings, with decisive random results: what the golden files hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from tournaments.formats.core.capabilities import AwardsPlaces, SeatsTables
from tournaments.formats.core.format import Format, FormatOptions, points_scale
from tournaments.formats.core.sittings import sittings_of
from tournaments.formats.core.state import (
    Cell,
    CellKind,
    Colour,
    Entrant,
    RoundTables,
    Scoring,
    Sitting,
    StageState,
)

AWAY = Sitting(CellKind.ZERO_BYE)
Outcome = Callable[[random.Random], int]


def decisive(rng: random.Random) -> int:
    """White's half points: a win or a loss, so that every format can go on."""
    return rng.choice((0, 2))


@dataclass
class PlayedStage:
    """Plays a stage round by round. `state` is what the next round is paired from."""

    format_: Format
    entrant_count: int
    seed: int
    options: FormatOptions = field(default_factory=dict)
    outcome: Outcome = decisive

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self.rounds = self.format_.rounds_for(self.entrant_count, self.options)
        entrants = tuple(Entrant(number, 2400 - 50 * number) for number in range(1, self.entrant_count + 1))
        scoring = Scoring(scale=points_scale(self.format_, self.options))
        self.state = StageState(entrants, 0, self.rounds, scoring, predetermined=self.format_.predetermined)

    def seating(self, state: StageState | None = None) -> RoundTables:
        """The next round; of a changed state, if one is given."""
        asked = self.state if state is None else state
        rng, number = random.Random(self.seed), asked.rounds_done + 1
        if isinstance(self.format_, SeatsTables):
            return self.format_.seat(asked, number, rng, self.options)
        return self.format_.pair(asked, number, rng, self.options).seating

    def play(self) -> Iterator[RoundTables]:
        """All rounds, each one yielded before it is played; ends early with one that is blocked."""
        for _ in range(self.rounds):
            seating = self.seating()
            yield seating
            if seating.blocked:
                return
            self.add(seating)

    def add(self, seating: RoundTables) -> None:
        """Play the round. Whoever is in none of its tables has a zero-point bye."""
        entrants = self.state.entrants
        if isinstance(self.format_, AwardsPlaces):
            sittings = self._sittings(seating, self.format_)
            entrants = tuple(
                replace(entrant, sittings=(*entrant.sittings, sittings.get(entrant.number, AWAY)))
                for entrant in entrants
            )
        else:
            cells = self._cells(seating)
            entrants = tuple(
                replace(entrant, cells=(*entrant.cells, cells.get(entrant.number, Cell(CellKind.ZERO_BYE))))
                for entrant in entrants
            )
        self.state = replace(self.state, entrants=entrants, rounds_done=self.state.rounds_done + 1)

    def _cells(self, seating: RoundTables) -> dict[int, Cell]:
        cells: dict[int, Cell] = {}
        for table in seating.tables:
            if len(table.seats) == 1:
                cells[table.seats[0]] = Cell(CellKind.PAIRING_BYE, points=2)
                continue
            white, black = table.seats
            made = self.outcome(self._rng)
            cells[white] = Cell(CellKind.PLAYED, black, Colour.WHITE, made)
            cells[black] = Cell(CellKind.PLAYED, white, Colour.BLACK, 2 - made)
        return cells

    def _sittings(self, seating: RoundTables, format_: AwardsPlaces) -> dict[int, Sitting]:
        """Places by lots, some of them shared."""
        sittings: dict[int, Sitting] = {}
        for number, table in enumerate(seating.tables, 1):
            if len(table.seats) == 1:
                sittings[table.seats[0]] = Sitting(CellKind.PAIRING_BYE, points=format_.points_of_bye(self.options))
                continue
            strength = [self._rng.randrange(10) for _ in table.seats]
            places = tuple(1 + sum(other > own for other in strength) for own in strength)
            points = format_.points_of_table(places, self.options)
            seated = sittings_of(number, table.seats, CellKind.PLAYED, places)
            sittings |= {
                entrant: replace(seated[entrant], points=won) for entrant, won in zip(table.seats, points, strict=True)
            }
        return sittings
