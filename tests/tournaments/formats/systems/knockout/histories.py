"""Brackets in which everything happens: players leave, miss a round and come back, results are put right later, games
are annulled. Rounds are kept as the services keep them, as rows of seats, and the stage is read from these rows."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tournaments.formats.core.format import FormatOptions
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, Pair, StageState
from tournaments.formats.systems.knockout.advance import BracketState
from tournaments.formats.systems.knockout.following import PairedMatch, following
from tournaments.formats.systems.knockout.format import Elimination

OPEN, BOTH_LOST = "open", "both lost"


@dataclass
class Row:
    """A match of the drawing as it was paired, or somebody alone: with a bye (`is_bye`) or without anything. `winner`
    is a seed, OPEN, or BOTH_LOST."""

    key: str
    match: int
    seats: tuple[int, ...]
    is_bye: bool = False
    winner: int | str = OPEN


@dataclass
class History:
    """One bracket, played from its seed."""

    format_: Elimination
    size: int
    seed: int
    options: FormatOptions = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.rounds: list[list[Row]] = []
        self.left: dict[int, int] = {}
        self.paused: set[int] = set()
        self.clock = 0
        self.drafts: list[tuple[StageState, list[int]]] = []

    def state(self) -> StageState:
        entrants = tuple(
            Entrant(
                number,
                cells=tuple(self._cell(number, rows) for rows in self.rounds),
                withdrawn=number in self.left,
                left=self.left.get(number, 0),
            )
            for number in range(1, self.size + 1)
        )
        planned = self.format_.rounds_for(self.size, self.options)
        return StageState(entrants, len(self.rounds), planned, absent=frozenset(self.paused))

    def _cell(self, number: int, rows: list[Row]) -> Cell:
        row = next((row for row in rows if number in row.seats), None)
        if row is None:
            return Cell(CellKind.ZERO_BYE) if number in self.left else Cell(CellKind.ZERO_BYE, match=0)
        if len(row.seats) == 1:
            return Cell(CellKind.PAIRING_BYE if row.is_bye else CellKind.ZERO_BYE, match=row.match)
        at = row.seats.index(number)
        opponent, colour = row.seats[1 - at], list(Colour)[at]
        if row.winner == OPEN:
            return Cell(CellKind.ZERO_BYE, opponent, colour, match=row.match)
        if row.winner == BOTH_LOST:
            return Cell(CellKind.FORFEIT_LOSS, opponent, colour, match=row.match)
        return Cell(CellKind.PLAYED, opponent, colour, 2 if row.winner == number else 0, match=row.match)

    def standing(self) -> BracketState:
        return self.format_.standing(self.state(), self.options)

    def play(self) -> BracketState:
        """To the end, and what happens after it."""
        while len(self.rounds) < self.format_.rounds_for(self.size, self.options):
            self._leave(0.12)
            self.paused = {number for number in self.here() if self.rng.random() < 0.08}
            state = self.state()
            pairing = self.format_.pair(state, len(self.rounds) + 1, self.rng, self.options)
            if pairing.blocked:
                break
            self.rounds.append(self._rows(state, pairing.pairs))
            self.drafts.append((state, [seat for row in self.rounds[-1] for seat in row.seats]))
            self._leave(0.06)
            for row in self.rounds[-1]:
                self._decide(row)
            if self.rng.random() < 0.3:
                self._correct()
        return self.standing()

    def leave(self, number: int) -> None:
        self.clock += 1
        self.left[number] = self.clock

    def here(self) -> list[int]:
        return [number for number in range(1, self.size + 1) if number not in self.left]

    def _leave(self, chance: float) -> None:
        for number in self.here():
            if self.rng.random() < chance:
                self.leave(number)

    def _rows(self, state: StageState, pairs: tuple[Pair, ...]) -> list[Row]:
        """The pairs, and a seat for everybody else who is still here."""
        drawn = self.format_.match_ids(state, len(self.rounds) + 1, self.options)
        rows = [self._row(drawn.get(pair.white, 0), pair) for pair in pairs]
        seated = {seat for row in rows for seat in row.seats}
        return rows + [
            Row(self._key(), drawn.get(number, 0), (number,)) for number in self.here() if number not in seated
        ]

    def _row(self, match: int, pair: Pair) -> Row:
        if pair.black is None:
            return Row(self._key(), match, (pair.white,), is_bye=True)
        return Row(self._key(), match, (pair.white, pair.black))

    def _key(self) -> str:
        self.clock += 1
        return str(self.clock)

    def _decide(self, row: Row) -> None:
        """Played, or lost by whoever left before; every now and then by both."""
        if len(row.seats) == 1 or row.winner != OPEN:
            return
        there = [seat for seat in row.seats if seat not in self.left]
        if len(there) == 1:
            row.winner = there[0]
        elif not there or self.rng.random() < 0.03:
            row.winner = BOTH_LOST
        else:
            row.winner = self.rng.choice(row.seats)

    def _correct(self) -> None:
        """Another winner of an earlier match; the rounds follow, and what is new is played."""
        rows = [row for rows in self.rounds for row in rows if len(row.seats) == 2]
        if not rows:
            return
        row = self.rng.choice(rows)
        row.winner = next(seat for seat in row.seats if seat != row.winner)
        for _attempt in range(len(self.rounds) + 1):
            paired = {
                number: [PairedMatch(row.key, row.match, row.seats) for row in rows]
                for number, rows in enumerate(self.rounds, 1)
            }
            state = self.state()
            moves = following(self.format_.drawing(state, self.options), state, paired)
            if not moves:
                return
            for move in moves:
                rows = self.rounds[move.round - 1]
                rows[:] = [row for row in rows if row.key not in move.gone]
                rows += [self._row(match, pair) for match, pair in move.pairs]
                rows += [Row(self._key(), match, (number,)) for match, number in move.out]
                for row in rows:
                    self._decide(row)
