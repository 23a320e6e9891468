"""Swiss tournaments played by chance: absences, forfeits, withdrawals, forbidden pairs; the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, RoundPairing, Scoring, StageState
from tournaments.formats.systems.swiss.dutch_2026 import pair_round

PairRound = Callable[[StageState], RoundPairing]


@dataclass(frozen=True)
class Chances:
    """How likely each thing is: a round missed (with half a point or none), a game forfeited, a player leaving for
    good, a draw; and how many pairs of players may not meet, as a share of the number of players."""

    absence: float = 0.0
    forfeit: float = 0.0
    leaving: float = 0.0
    draw: float = 0.35
    forbidden: float = 0.0


@dataclass
class Simulation:
    """A tournament being played. `state` is always ready for pairing the next round."""

    seed: int
    players: int
    rounds: int
    chances: Chances = field(default_factory=Chances)
    scoring: Scoring = field(default_factory=Scoring)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        ratings = sorted((self.random.randint(1200, 2600) for _ in range(self.players)), reverse=True)
        self.ratings = dict(enumerate(ratings, 1))
        self.state = StageState(
            entrants=tuple(Entrant(number, rating) for number, rating in enumerate(ratings, 1)),
            rounds_done=0,
            planned_rounds=self.rounds,
            scoring=self.scoring,
            first_colour=self.random.choice(list(Colour)),
            forbidden=self._forbidden(),
        )
        self._draw_absences()

    def _forbidden(self) -> frozenset[frozenset[int]]:
        count = int(self.chances.forbidden * self.players)
        return frozenset(frozenset(self.random.sample(range(1, self.players + 1), 2)) for _ in range(count))

    def _draw_absences(self) -> None:
        left = {entrant.number for entrant in self.state.entrants if entrant.withdrawn}
        absent = {
            entrant.number
            for entrant in self.state.entrants
            if entrant.number not in left and self.random.random() < self.chances.absence
        }
        self.state = replace(self.state, absent=frozenset(absent))

    def play_round(self, pairing: RoundPairing) -> None:
        """Add a round with these pairs, and results by chance and rating."""
        cells = dict.fromkeys((entrant.number for entrant in self.state.entrants), self._missed(None))
        for number in sorted(self.state.absent):
            cells[number] = self._missed(self.random.random())
        for pair in pairing.pairs:
            if pair.black is None:
                cells[pair.white] = Cell(CellKind.PAIRING_BYE, points=self.scoring.pairing_bye)
            else:
                cells[pair.white], cells[pair.black] = self._game(pair.white, pair.black)
        entrants = tuple(
            replace(
                entrant,
                cells=(*entrant.cells, cells[entrant.number]),
                withdrawn=entrant.withdrawn or self.random.random() < self.chances.leaving,
            )
            for entrant in self.state.entrants
        )
        self.state = replace(self.state, entrants=entrants, rounds_done=self.state.rounds_done + 1)
        self._draw_absences()

    def _missed(self, luck: float | None) -> Cell:
        if luck is not None and luck < 0.5:
            return Cell(CellKind.HALF_BYE, points=self.scoring.half_bye)
        return Cell(CellKind.ZERO_BYE, points=self.scoring.zero_bye)

    def _game(self, white: int, black: int) -> tuple[Cell, Cell]:
        scoring = self.scoring
        if self.random.random() < self.chances.forfeit:
            kinds = [(CellKind.FORFEIT_WIN, scoring.forfeit_win), (CellKind.FORFEIT_LOSS, scoring.forfeit_loss)]
            self.random.shuffle(kinds)
            (kind, points), (other_kind, other_points) = kinds
            return (
                Cell(kind, black, Colour.WHITE, points),
                Cell(other_kind, white, Colour.BLACK, other_points),
            )
        difference = self.ratings[black] - self.ratings[white]
        expected = 1 / (1 + 10 ** (difference / 400))
        if self.random.random() < self.chances.draw:
            points, other_points = scoring.draw, scoring.draw
        elif self.random.random() < expected:
            points, other_points = scoring.win, scoring.loss
        else:
            points, other_points = scoring.loss, scoring.win
        return Cell(CellKind.PLAYED, black, Colour.WHITE, points), Cell(
            CellKind.PLAYED, white, Colour.BLACK, other_points
        )

    def play_to(self, rounds_done: int, pair: PairRound = pair_round) -> StageState:
        """Play on until that many rounds are done, or no pairing exists any more; the state then."""
        while self.state.rounds_done < rounds_done:
            pairing = pair(self.state)
            if pairing.blocked:
                break
            self.play_round(pairing)
        return self.state
