"""The rounds of a document as they were played: who met whom at which table, how it ended, who had which bye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.core.state import CellKind, Colour
from tournaments.trf.document import ABSENT, NOWHERE, Document, Place, Result, RoundEntry
from tournaments.trf.errors import TrfError
from tournaments.trf.worth import CELL_KINDS, entry_points

_WIN = frozenset({Result.WIN, Result.UNRATED_WIN})
_DRAW = frozenset({Result.DRAW, Result.UNRATED_DRAW})
_LOSS = frozenset({Result.LOSS, Result.UNRATED_LOSS})


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game: who started, who answered, and whether it was forfeited. `winner` is 1 or 2, 0 for a tie or where
    neither came; `is_open` where no result is written."""

    first: int
    second: int
    winner: int
    is_forfeit: bool
    is_open: bool = False
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round, its games by table from 1, byes by starting number."""

    number: int
    games: tuple[PlayedGame, ...]
    byes: Mapping[int, CellKind]


def played_rounds(document: Document) -> tuple[PlayedRound, ...]:
    """All rounds that were paired. TrfError where two results of a game are no win, tie or forfeit, or a game of an
    earlier round than the last has no result."""
    last = document.rounds_paired
    points = Counter[int]()
    rounds: list[PlayedRound] = []
    for number in range(1, last + 1):
        games: list[PlayedGame] = []
        byes: dict[int, CellKind] = {}
        entries = {player.number: _entry(player.rounds, number) for player in document.players}
        for player, entry in sorted(entries.items()):
            if entry.opponent is None:
                byes[player] = CELL_KINDS[entry.result]
            elif _sits_first(player, entry, entries[entry.opponent]):
                games.append(_game(player, entry, entries[entry.opponent], is_last=number == last))
        games.sort(key=lambda game: (-max(points[game.first], points[game.second]), min(game.first, game.second)))
        rounds.append(PlayedRound(number, tuple(games), byes))
        for line in document.players:
            points[line.number] += entry_points(document, line, number, entries[line.number])
    return tuple(rounds)


def _entry(rounds: tuple[RoundEntry, ...], number: int) -> RoundEntry:
    return rounds[number - 1] if number <= len(rounds) else ABSENT


def _sits_first(player: int, entry: RoundEntry, other: RoundEntry) -> bool:
    """Whoever has white; in a game that was forfeited without colours the lower number."""
    if entry.colour is not None or other.colour is not None:
        return entry.colour is Colour.WHITE or (entry.colour is None and other.colour is Colour.BLACK)
    return player < (entry.opponent or 0)


def _game(first: int, entry: RoundEntry, other: RoundEntry, *, is_last: bool) -> PlayedGame:
    second, results = entry.opponent or 0, (entry.result, other.result)
    if entry.result is Result.PENDING:
        if not is_last:
            raise TrfError(entry.place.line, entry.place.column, f"the game of {first} and {second} has no result")
        return PlayedGame(first, second, 0, is_forfeit=False, is_open=True, place=entry.place)
    for winner, ours, theirs in ((1, entry.result, other.result), (2, other.result, entry.result)):
        if ours in _WIN and theirs in _LOSS:
            return PlayedGame(first, second, winner, is_forfeit=False, place=entry.place)
        if (ours, theirs) == (Result.FORFEIT_WIN, Result.FORFEIT_LOSS):
            return PlayedGame(first, second, winner, is_forfeit=True, place=entry.place)
    if set(results) <= _DRAW:
        return PlayedGame(first, second, 0, is_forfeit=False, place=entry.place)
    if set(results) == {Result.FORFEIT_LOSS}:
        return PlayedGame(first, second, 0, is_forfeit=True, place=entry.place)
    message = (
        f"the results {results[0].value} and {results[1].value} of {first} and {second} are no win, tie or forfeit"
    )
    raise TrfError(entry.place.line, entry.place.column, message)


def meetings_of_all(document: Document) -> int:
    """How often everybody met everybody, 0 where that isn't the same for all: 1 and 2 are round robins."""
    met = Counter(
        frozenset({player.number, entry.opponent})
        for player in document.players
        for entry in player.rounds[: document.rounds_paired]
        if entry.opponent is not None
    )
    numbers = [player.number for player in document.players]
    counts = {met[frozenset(pair)] // 2 for pair in combinations(numbers, 2)}
    return counts.pop() if len(counts) == 1 else 0
