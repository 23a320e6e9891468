"""The least and the most that each entrant can end with, column by column."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.core.possible_places.columns import Column, Kind
from tournaments.formats.core.possible_places.values import RoundGames
from tournaments.formats.core.state import Cell, CellKind, Entrant, Scoring, StageState

Range = tuple[int, int]
_BYES = frozenset({CellKind.PAIRING_BYE, CellKind.FULL_BYE, CellKind.HALF_BYE, CellKind.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Reach:
    """`ranges` has the points, then the columns that follow, up to the first that nothing is known of. `safe` are the
    least points without those of open games. `open_games` are the opponents of games without a result; `games_left`
    counts rounds to come too."""

    number: int
    ranges: tuple[Range, ...]
    safe: int
    open_games: tuple[int, ...]
    games_left: int

    @property
    def points(self) -> Range:
        return self.ranges[0]

    def is_ahead_of(self, other: Reach) -> bool:
        """Whether this entrant certainly ends ahead of the other: the first column that isn't level says so."""
        for (least, _), (_, most) in zip(self.ranges, other.ranges, strict=True):
            if least != most:
                return least > most
        return False


def game_worths(scoring: Scoring) -> tuple[int, ...]:
    """The points that a game can bring; one that is annulled brings none."""
    of_results = (scoring.win, scoring.draw, scoring.loss, scoring.forfeit_win, scoring.forfeit_loss, scoring.most)
    return (0, *of_results)


def round_worths(scoring: Scoring, *, withdrawn: bool) -> tuple[int, ...]:
    """The points that a round to come can bring. A round without any pairing brings none."""
    if withdrawn:
        return 0, scoring.zero_bye, scoring.forfeit_loss
    byes = (scoring.pairing_bye, scoring.half_bye, scoring.zero_bye, scoring.full_bye)
    return (*game_worths(scoring), *byes)


def is_missed(cell: Cell) -> bool:
    """Whether the round was no game, not even an open or an annulled one."""
    return cell.kind in _BYES and cell.opponent is None and not cell.is_annulled


def missed_games(state: StageState, schedule: Sequence[RoundGames]) -> Mapping[int, frozenset[int]]:
    """The rounds, from 1 on, in which an entrant has a bye in place of a game of the schedule, and both of the game
    still play: what the round is worth may change once one of them leaves."""
    staying = {entrant.number: entrant for entrant in state.entrants if not entrant.withdrawn}
    found: dict[int, set[int]] = {}
    for at, games in enumerate(schedule[: state.rounds_done]):
        for pair in games:
            cells = [staying[number].cells[at : at + 1] for number in pair if number in staying]
            if len(cells) == 2 and all(cell and is_missed(cell[0]) for cell in cells):
                for number in pair:
                    found.setdefault(number, set()).add(at + 1)
    return {number: frozenset(rounds) for number, rounds in found.items()}


def reaches_of(
    state: StageState,
    columns: Sequence[Column],
    *,
    droppable: Collection[int],
    missed: Mapping[int, frozenset[int]],
) -> list[Reach]:
    """Of all entrants that are counted."""
    known = [column for column in columns if column.kind is not Kind.UNKNOWN]
    direct = next((at for at, column in enumerate(known) if column.kind is Kind.DIRECT), len(known))
    counted = [entrant for entrant in state.entrants if entrant.number not in state.uncounted]
    return [
        _reach(entrant, state, known[:direct], droppable, missed.get(entrant.number, frozenset()))
        for entrant in counted
    ]


def _reach(
    entrant: Entrant, state: StageState, columns: Sequence[Column], droppable: Collection[int], missed: frozenset[int]
) -> Reach:
    cells = entrant.cells[: state.rounds_done]
    open_games = tuple(cell.opponent for cell in cells if cell.is_open and cell.opponent not in state.uncounted)
    to_come = max(state.planned_rounds - state.rounds_done, 0)
    of_game = game_worths(state.scoring)
    of_round = round_worths(state.scoring, withdrawn=entrant.withdrawn)
    least = most = -sum(entrant.deducted[: state.rounds_done])
    for at, cell in enumerate(cells, 1):
        if cell.is_open or cell.opponent in state.uncounted:
            continue
        worths = [cell.points]
        if cell.opponent in droppable:
            worths.append(0)
        if at in missed:
            worths += [0, state.scoring.forfeit_win, state.scoring.forfeit_loss]
        least, most = least + min(worths), most + max(worths)
    safe = least
    least += len(open_games) * min(of_game) + to_come * min(of_round)
    most += len(open_games) * max(of_game) + to_come * max(of_round)
    left = len(open_games) + to_come
    ranges = [
        (least, most),
        *(_range(column, entrant.number, left, droppable, missed) for column in columns),
    ]
    opponents = tuple(number for number in open_games if number is not None)
    return Reach(entrant.number, tuple(ranges), safe, opponents, left)


def _range(column: Column, number: int, left: int, droppable: Collection[int], missed: frozenset[int]) -> Range:
    value = column.values[number]
    if column.kind is Kind.FIXED:
        return value, value
    low, high = column.gain
    parts = column.parts[number]
    at_risk = [amount for _, opponent, amount in parts if opponent in droppable and opponent != number]
    unsure = [amount for round_, _, amount in parts if round_ in missed]
    if column.kind is Kind.NEWEST:
        if not left and not at_risk and not missed:
            return value, value
        return min(low, value), max(high, value)
    changing = left + len(missed)
    least = value - sum(max(amount, 0) for amount in (*at_risk, *unsure)) + changing * min(low, 0)
    most = value - sum(min(amount, 0) for amount in (*at_risk, *unsure)) + changing * max(high, 0)
    return least, most
