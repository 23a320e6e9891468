"""Random divisions for the tests of possible places, and what can become of them, by trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from tests.tournaments.formats.random_events import NUMBERS
from tournaments.formats.core.format import for_standings
from tournaments.formats.core.standings import standings
from tournaments.formats.core.state import Cell, CellKind, Colour, Entrant, StageState
from tournaments.formats.systems.round_robin.berger import berger_table
from tournaments.formats.systems.round_robin.format import RoundRobin

Game = tuple[int, int, int]  # round (from 0 on), who starts, the opponent
Ending = tuple[CellKind, CellKind, int, int]

WON, LOST, PLAYED = CellKind.FORFEIT_WIN, CellKind.FORFEIT_LOSS, CellKind.PLAYED
ENDINGS: tuple[Ending, ...] = (
    (PLAYED, PLAYED, 2, 0),
    (PLAYED, PLAYED, 1, 1),
    (PLAYED, PLAYED, 0, 2),
    (WON, LOST, 2, 0),
    (LOST, WON, 0, 2),
    (LOST, LOST, 0, 0),
)
FORMAT = RoundRobin()


def schedule_of(count: int, *, double: bool = False) -> list[list[tuple[int, int]]]:
    options = {"double": double}
    return [
        FORMAT.games_of_round(range(1, count + 1), number, options)
        for number in range(1, len(berger_table(count, double=double)) + 1)
    ]


def division(rng: random.Random, count: int, open_games: int, *, double: bool = False) -> StageState:
    """A round robin with all rounds published and so many games without a result."""
    games = [
        (at, white, black)
        for at, pairs in enumerate(berger_table(count, double=double))
        for white, black in pairs
        if white and black
    ]
    rounds = len(berger_table(count, double=double))
    rows = {number: [Cell(CellKind.PAIRING_BYE)] * rounds for number in range(1, count + 1)}
    still_open = set(rng.sample(games, min(open_games, len(games))))
    for at, white, black in games:
        rows[white][at] = Cell(CellKind.ZERO_BYE, black, Colour.WHITE)
        rows[black][at] = Cell(CellKind.ZERO_BYE, white, Colour.BLACK)
    entrants = tuple(Entrant(number, rng.randint(1000, 2000), tuple(row)) for number, row in rows.items())
    state = StageState(entrants, rounds, rounds, predetermined=True, numbers=NUMBERS)
    for game in games:
        if game not in still_open:
            state = with_result(state, game, random_ending(rng), rng)
    return state


def last_round(rng: random.Random, state: StageState, open_games: int) -> StageState:
    """A played Swiss event as it stood with so many games of its last round still open."""
    at = state.rounds_done - 1
    pairs = [
        (at, entrant.number, cell.opponent)
        for entrant in state.entrants
        if (cell := entrant.cells[at]).opponent is not None and cell.colour is Colour.WHITE
    ]
    for game in rng.sample(pairs, min(open_games, len(pairs))):
        state = with_cells(state, game, Cell(CellKind.ZERO_BYE), Cell(CellKind.ZERO_BYE))
    return state


def random_ending(rng: random.Random) -> Ending:
    return rng.choice(ENDINGS) if rng.random() < 0.15 else rng.choice(ENDINGS[:3])


def with_cells(state: StageState, game: Game, of_white: Cell, of_black: Cell) -> StageState:
    at, white, black = game
    new = {
        white: replace(of_white, opponent=black, colour=Colour.WHITE),
        black: replace(of_black, opponent=white, colour=Colour.BLACK),
    }
    entrants = tuple(
        replace(entrant, cells=(*entrant.cells[:at], new[entrant.number], *entrant.cells[at + 1 :]))
        if entrant.number in new
        else entrant
        for entrant in state.entrants
    )
    return replace(state, entrants=entrants)


def with_result(state: StageState, game: Game, ending: Ending, rng: random.Random | None = None) -> StageState:
    """The stage with that game over; its numbers random, or none."""
    of_white, of_black, won, lost = ending
    numbers = [(rng.randint(-10, 40), rng.randint(0, 6), rng.randint(0, 9)) if rng else () for _ in (0, 1)]
    if of_white is not PLAYED:
        numbers = [(), ()]
    return with_cells(
        state,
        game,
        Cell(of_white, points=won, numbers=numbers[0], numbers_against=numbers[1]),
        Cell(of_black, points=lost, numbers=numbers[1], numbers_against=numbers[0]),
    )


def open_games_of(state: StageState) -> list[Game]:
    return [
        (at, entrant.number, cell.opponent)
        for entrant in state.entrants
        for at, cell in enumerate(entrant.cells)
        if cell.is_open and cell.colour is Colour.WHITE and cell.opponent is not None
    ]


def endings_of(state: StageState) -> Iterator[StageState]:
    """All that can become of the open games."""
    games = open_games_of(state)
    # In a round robin a forfeit is worth a game, so that it makes no other table.
    kinds = (*ENDINGS[:3], ENDINGS[5]) if state.predetermined else ENDINGS
    for endings in product(kinds, repeat=len(games)):
        ended = state
        for game, ending in zip(games, endings, strict=True):
            ended = with_result(ended, game, ending)
        yield ended


def places_in(state: StageState, codes: Sequence[str]) -> Mapping[int, tuple[int, int]]:
    """The first and the last of the places that each entrant's rank stands for; those who aren't counted stand last."""
    rows = standings(state, codes)
    ranks = [row.rank for row in rows if row.counted]
    return {row.number: (row.rank, row.rank + (ranks.count(row.rank) - 1 if row.counted else 0)) for row in rows}


def places_by_trying(state: StageState, codes: Sequence[str], droppable: frozenset[int]) -> dict[int, tuple[int, int]]:
    """The best and the worst place of each entrant, over all results and all withdrawals that would strike games."""
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    leavers = [frozenset(chosen) for size in range(len(droppable) + 1) for chosen in combinations(droppable, size)]
    for struck in leavers:
        left = replace(state, uncounted=struck)
        for ended in endings_of(without_games_of(left, struck)):
            for number, (first, last) in places_in(ended, codes).items():
                best[number] = min(first, best.get(number, first))
                worst[number] = max(last, worst.get(number, last))
    return {number: (best[number], worst[number]) for number in best}


def without_games_of(state: StageState, struck: frozenset[int]) -> StageState:
    """What became of open games of those who are struck changes nothing."""
    for game in open_games_of(state):
        if struck.intersection(game[1:]):
            state = with_result(state, game, ENDINGS[5])
    return state


def seen(state: StageState) -> StageState:
    """As the standings see it."""
    return for_standings(FORMAT, state, {})
