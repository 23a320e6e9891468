"""Random events on the pure cores alone: a format's own pairings, results, absences, forfeits, withdrawals and late
entries by lot; and what has to hold after each of them. Shared by tests and `bench/events.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.tournaments.formats.random_events import NUMBERS
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.format import Format, for_standings
from tournaments.formats.core.standings import StandingRow, after_round, standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, RoundPairing, Scoring, StageState
from tournaments.formats.registry import FORMATS
from tournaments.formats.systems.round_robin.berger import berger_table

TIE_BREAKS = ("BH", "SCO", "SB", "DE", "LOT")
FORMAT_KEYS = ("swiss", "swiss", "round_robin", "knockout", "double_elimination")


@dataclass(frozen=True)
class PlayedRound:
    """What was known before a round, its pairing, and the table after it as it was worked out then."""

    before: StageState
    pairing: RoundPairing
    table: tuple[StandingRow, ...]


@dataclass
class SimulatedEvent:
    """One event, played from its seed alone. `blocked` where the format had no pairing for a round before the last."""

    seed: int
    format: Format = field(init=False)
    rounds: list[PlayedRound] = field(default_factory=list)
    blocked: bool = False

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self.format = FORMATS[self._rng.choice(FORMAT_KEYS)]
        count = self._rng.randint(max(2, self.format.minimum_entrants), 12)
        options = {"rounds": min(count - 1, self._rng.randint(1, 6))} if self.format.key == "swiss" else {}
        self.options = options
        ratings = sorted((self._rng.randint(1000, 2400) for _ in range(count)), reverse=True)
        self.state = StageState(
            entrants=tuple(Entrant(number, rating) for number, rating in enumerate(ratings, 1)),
            rounds_done=0,
            planned_rounds=self.format.rounds_for(count, options),
            scoring=Scoring(pairing_bye=0) if self.format.key == "round_robin" else Scoring(),
            first_colour=self._rng.choice(list(Colour)),
            predetermined=self.format.predetermined,
            numbers=NUMBERS,
        )

    @property
    def is_bracket(self) -> bool:
        return isinstance(self.format, RanksByPlace)

    def play(self) -> SimulatedEvent:
        while self.state.rounds_done < self.state.planned_rounds:
            self._come_and_go()
            number = self.state.rounds_done + 1
            pairing = self.format.pair(self.state, number, random.Random(f"{self.seed}/{number}"), self.options)
            if pairing.blocked or not pairing.pairs:
                self.blocked = True
                break
            before = self.state
            self._add(pairing)
            self.rounds.append(PlayedRound(before, pairing, self.table(self.state)))
        return self

    def table(self, state: StageState) -> tuple[StandingRow, ...]:
        return standings(for_standings(self.format, state, self.options), TIE_BREAKS, lots_seed=self.seed)

    def _come_and_go(self) -> None:
        """Somebody leaves for good, somebody comes late (a Swiss has room), some miss the next round."""
        entrants, done = list(self.state.entrants), self.state.rounds_done
        if done and self._rng.random() < 0.15:
            leaving = self._rng.randrange(len(entrants))
            entrants[leaving] = replace(entrants[leaving], withdrawn=True)
        if done and self.format.key == "swiss" and self._rng.random() < 0.15:
            missed = tuple(Cell(CellKind.ZERO_BYE) for _ in range(done))
            entrants.append(Entrant(len(entrants) + 1, self._rng.randint(1000, 2400), missed))
        there = [entrant.number for entrant in entrants if not entrant.withdrawn]
        absent = {number for number in there if not self.is_bracket and self._rng.random() < 0.06}
        self.state = replace(self.state, entrants=tuple(entrants), absent=frozenset(absent))

    def _add(self, pairing: RoundPairing) -> None:
        cells: dict[int, Cell] = {}
        for pair in pairing.pairs:
            if pair.black is None:
                cells[pair.white] = Cell(CellKind.PAIRING_BYE, points=self.state.scoring.pairing_bye)
            else:
                cells[pair.white], cells[pair.black] = self._game(pair.white, pair.black)
        entrants = tuple(
            replace(entrant, cells=(*entrant.cells, cells.get(entrant.number) or self._missed(entrant)))
            for entrant in self.state.entrants
        )
        self.state = replace(self.state, entrants=entrants, rounds_done=self.state.rounds_done + 1)

    def _missed(self, entrant: Entrant) -> Cell:
        if entrant.number in self.state.absent and self._rng.random() < 0.5:
            return Cell(CellKind.HALF_BYE, points=self.state.scoring.half_bye)
        return Cell(CellKind.ZERO_BYE)

    def _game(self, white: int, black: int) -> tuple[Cell, Cell]:
        luck, kinds = self._rng.random(), [CellKind.FORFEIT_WIN, CellKind.FORFEIT_LOSS]
        if luck < 0.05:
            self._rng.shuffle(kinds)
            worth = {CellKind.FORFEIT_WIN: self.state.scoring.forfeit_win, CellKind.FORFEIT_LOSS: 0}
            return (
                Cell(kinds[0], black, Colour.WHITE, worth[kinds[0]]),
                Cell(kinds[1], white, Colour.BLACK, worth[kinds[1]]),
            )
        points = self._rng.choice((0, 2) if self.is_bracket else (0, 1, 2))
        honoris = self._rng.randint(0, 12)
        return (
            Cell(CellKind.PLAYED, black, Colour.WHITE, points, numbers=(honoris,), numbers_against=(12 - honoris,)),
            Cell(CellKind.PLAYED, white, Colour.BLACK, 2 - points, numbers=(12 - honoris,), numbers_against=(honoris,)),
        )


def broken(event: SimulatedEvent) -> Iterator[str]:
    """Sentences about what doesn't hold."""
    for number, played in enumerate(event.rounds, 1):
        yield from _seats_broken(event, number, played)
        if event.table(after_round(_known_then(event, played), number)) != played.table:
            yield f"round {number}: the table from scratch differs from the one kept"
    if event.rounds:
        yield from _points_broken(event)
    if not event.is_bracket and not event.format.predetermined:
        yield from _byes_broken(event)


def _known_then(event: SimulatedEvent, played: PlayedRound) -> StageState:
    """The stage in the end, with those who had come by then, and who had left by then."""
    then = {entrant.number: entrant.withdrawn for entrant in played.before.entrants}
    entrants = [
        replace(entrant, withdrawn=then[entrant.number]) for entrant in event.state.entrants if entrant.number in then
    ]
    return replace(event.state, entrants=tuple(entrants))


def _seats_broken(event: SimulatedEvent, number: int, played: PlayedRound) -> Iterator[str]:
    """Paired + byes + absent = active, nobody twice; in a round robin and in a bracket, less who rests, waits or is out
    by what is known without the format's help."""
    pairs = played.pairing.pairs
    seated = [seat for pair in pairs for seat in (pair.white, pair.black) if seat is not None]
    active = {entrant.number for entrant in played.before.entrants if not entrant.withdrawn}
    present = active - played.before.absent
    if len(seated) != len(set(seated)):
        yield f"round {number}: somebody sits twice: {seated}"
    if not set(seated) <= present:
        yield f"round {number}: somebody sits who isn't there: {seated}"
    expected, may_wait = _expected(event, number, played, present)
    if not set(seated) <= expected:
        yield f"round {number}: {sorted(set(seated) - expected)} have a seat and should have none"
    if not may_wait and not expected <= set(seated):
        yield f"round {number}: {sorted(expected - set(seated))} have no seat"


def _expected(event: SimulatedEvent, number: int, played: PlayedRound, present: set[int]) -> tuple[set[int], bool]:
    """Who of those present has to have a seat; and whether some of them may wait for an opponent."""
    match event.format.key:
        case "round_robin":
            table = berger_table(len(event.rounds[0].before.entrants))[number - 1]
            rests = {pair.white for pair in played.pairing.pairs if pair.black is None}
            return {seat for pair in table if present.issuperset(pair) for seat in pair} | rests & present, False
        case "knockout":
            return {seat for seat in present if _losses(played.before, seat) == 0}, False
        case "double_elimination":
            return {seat for seat in present if _losses(played.before, seat) < 2}, True
        case _:
            return present, False


def _losses(state: StageState, number: int) -> int:
    """Of games, played or not; in a bracket nobody ties."""
    (entrant,) = (entrant for entrant in state.entrants if entrant.number == number)
    kinds = {CellKind.PLAYED, CellKind.FORFEIT_LOSS}
    return sum(cell.kind in kinds and not cell.points for cell in entrant.cells)


def _byes_broken(event: SimulatedEvent) -> Iterator[str]:
    had: set[int] = set()
    for number, played in enumerate(event.rounds, 1):
        byes = {pair.white for pair in played.pairing.pairs if pair.black is None}
        paired = {seat for pair in played.pairing.pairs if pair.black is not None for seat in (pair.white, pair.black)}
        if byes & had and paired - had:
            yield f"round {number}: a second bye for {sorted(byes & had)} while others had none"
        had |= byes


def _points_broken(event: SimulatedEvent) -> Iterator[str]:
    """What a table shows as points is what games and byes of those who count gave."""
    state = for_standings(event.format, event.state, event.options)
    out = state.uncounted
    gave = sum(
        cell.points
        for entrant in state.entrants
        for cell in entrant.cells
        if entrant.number not in out and cell.opponent not in out
    )
    shown = sum(row.points for row in event.table(event.state) if row.counted)
    if gave != shown:
        yield f"the table shows {shown} half points, games and byes gave {gave}"
    for number in range(1, state.rounds_done + 1):
        games = [entrant.cells[number - 1] for entrant in state.entrants if entrant.cells[number - 1].is_played]
        if sum(cell.points for cell in games) != len(games):
            yield f"round {number}: {len(games)} played seats share {sum(cell.points for cell in games)} half points"
