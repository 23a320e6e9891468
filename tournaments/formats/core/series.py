"""A match of several games: who has won what, whether it is decided and why (R28, H7), and who starts the next (H8).

Seats are 0 and 1, as a match has them. What a lost game does to the next one's set-up is the game system's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

MOST_GAMES = 9  # H7: after so many a series that nobody has won is decided all the same
LENGTHS = (1, 3, 5, 7, 9)


class Ending(StrEnum):
    """What decided a series."""

    WINS = "wins"  # R28: who first has the wins that more than half of the games are
    GAMES = "games"  # H7: more games won after the last possible one
    SCORE = (
        "honoris"  # H7: as many games, more of the game's own score over the series (stored: Magistrar's is Honoris)
    )
    LOTS = "lots"  # H7: neither
    FORFEIT = "forfeit"  # one side, or both, forfeited the rest


class StarterRule(StrEnum):
    """H8: who starts the games after the first."""

    LOTS = "lots"
    ALTERNATE = "alternate"


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game that has a result, by its number in the match. `winner` is a seat, None for a tie and where both
    forfeited. `scores` are the seats'. `is_played`: not by forfeit."""

    number: int
    winner: int | None
    scores: tuple[int, int] = (0, 0)
    is_played: bool = True

    @property
    def loser(self) -> int | None:
        """The seat that lost at the board: a forfeit has no loser who played."""
        return 1 - self.winner if self.is_played and self.winner is not None else None


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """A series as it stands. `counted` games made it, in order; `surplus` ones came after the decision and make no
    difference. `won` counts each seat's games, `awarded` those among them that a forfeit of the rest gave without a
    game; `drawn` nobody's. `ending` is None while the series is open; `winner` is None then, and where both forfeit."""

    best_of: int
    counted: tuple[SeriesGame, ...]
    surplus: tuple[SeriesGame, ...]
    won: tuple[int, int]
    awarded: tuple[int, int]
    drawn: int
    scores: tuple[int, int]
    ending: Ending | None
    winner: int | None

    @property
    def is_decided(self) -> bool:
        return self.ending is not None

    @property
    def needed(self) -> int:
        """Games that win the series."""
        return needed_wins(self.best_of)

    @property
    def to_win(self) -> tuple[int, int]:
        """How many games each seat still needs; of a decided series 0 and what was missing."""
        return max(self.needed - self.won[0], 0), max(self.needed - self.won[1], 0)

    @property
    def games_left(self) -> int:
        """The most games that can still be played."""
        return 0 if self.is_decided else MOST_GAMES - len(self.counted)

    @property
    def next_ordinal(self) -> int:
        """Which game of the series the next one is, games that don't count left out: 1 for the first."""
        return len(self.counted) + 1

    def losers_before(self, number: int) -> tuple[int, ...]:
        """The seats that lost the games at the board before the game of that number, in order (R29)."""
        losers = (game.loser for game in self.counted if game.number < number)
        return tuple(loser for loser in losers if loser is not None)


def needed_wins(best_of: int) -> int:
    """How many games win a match of so many (R28). ValueError for a match that can't be."""
    if best_of not in LENGTHS:
        raise ValueError(f"a match is best of {', '.join(map(str, LENGTHS))}, not of {best_of}")
    return best_of // 2 + 1


def series_standing(
    best_of: int, games: Iterable[SeriesGame], *, lot: int = 0, forfeited_by: frozenset[int] = frozenset()
) -> SeriesStanding:
    """The series after these games, which count by their numbers, in any order. `lot` is the seat that lots name, used
    only where nothing else decides; `forfeited_by` are the seats that forfeit what is still to be played.

    ValueError for a number that comes twice.
    """
    needed = needed_wins(best_of)
    in_order = sorted(games, key=lambda game: game.number)
    if len({game.number for game in in_order}) != len(in_order):
        raise ValueError("two games of one series have the same number")
    counted: list[SeriesGame] = []
    won, scores = [0, 0], [0, 0]
    for game in in_order:
        if max(won) == needed or len(counted) == MOST_GAMES:
            break
        counted.append(game)
        if game.winner is not None:
            won[game.winner] += 1
        scores = [scores[seat] + game.scores[seat] for seat in (0, 1)]
    ending, winner = _decision(needed, won, scores, len(counted), lot, forfeited_by)
    awarded = [0, 0]
    if ending is Ending.FORFEIT and winner is not None:
        awarded[winner] = needed - won[winner]
    return SeriesStanding(
        best_of=best_of,
        counted=tuple(counted),
        surplus=tuple(in_order[len(counted) :]),
        won=(won[0] + awarded[0], won[1] + awarded[1]),
        awarded=(awarded[0], awarded[1]),
        drawn=sum(game.winner is None for game in counted),
        scores=(scores[0], scores[1]),
        ending=ending,
        winner=winner,
    )


def _decision(
    needed: int, won: list[int], scores: list[int], count: int, lot: int, forfeited_by: frozenset[int]
) -> tuple[Ending | None, int | None]:
    if max(won) == needed:
        return Ending.WINS, won.index(needed)
    if forfeited_by:
        return Ending.FORFEIT, None if len(forfeited_by) == 2 else 1 - min(forfeited_by)
    if count < MOST_GAMES:
        return None, None
    for ending, of_seats in ((Ending.GAMES, won), (Ending.SCORE, scores)):
        if of_seats[0] != of_seats[1]:
            return ending, of_seats.index(max(of_seats))
    return Ending.LOTS, lot


def starting_seat(rule: StarterRule, ordinal: int, *, first: int, lot: int) -> int:
    """The seat that starts the `ordinal`th game of a series whose first game `first` started; `lot` is the seat that
    lots name for this game (H8)."""
    if ordinal == 1:
        return first
    if rule is StarterRule.ALTERNATE:
        return first if ordinal % 2 else 1 - first
    return lot
