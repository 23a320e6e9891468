"""Stages played through a format's own pairings, with decisive random results: what the golden files hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from tournaments.formats.core.format import Format, FormatOptions
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, RoundPairing, StageState

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
        self.state = StageState(entrants, 0, self.rounds, predetermined=self.format_.predetermined)

    def pairing(self, state: StageState | None = None) -> RoundPairing:
        """The next round; of a changed state, if one is given."""
        asked = self.state if state is None else state
        return self.format_.pair(asked, asked.rounds_done + 1, random.Random(self.seed), self.options)

    def play(self) -> Iterator[RoundPairing]:
        """All rounds, each one yielded before it is played; ends early with a pairing that is blocked."""
        for _ in range(self.rounds):
            pairing = self.pairing()
            yield pairing
            if pairing.blocked:
                return
            self._add(pairing)

    def _add(self, pairing: RoundPairing) -> None:
        cells = {entrant.number: Cell(CellKind.ZERO_BYE) for entrant in self.state.entrants}
        for pair in pairing.pairs:
            if pair.black is None:
                cells[pair.white] = Cell(CellKind.PAIRING_BYE, points=2)
                continue
            made = self.outcome(self._rng)
            cells[pair.white] = Cell(CellKind.PLAYED, pair.black, Colour.WHITE, made)
            cells[pair.black] = Cell(CellKind.PLAYED, pair.white, Colour.BLACK, 2 - made)
        entrants = tuple(
            replace(entrant, cells=(*entrant.cells, cells[entrant.number])) for entrant in self.state.entrants
        )
        self.state = replace(self.state, entrants=entrants, rounds_done=self.state.rounds_done + 1)
