"""A pool as its rating system sees it: results become games, and what these change becomes rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.selectors.rated_games import RatedResult
from ratings.algorithms.core.system import RatingSystem
from ratings.algorithms.core.values import Played, RatedGame, RatedTable, RatingChange, RatingState, States
from ratings.algorithms.registry import rating_system
from ratings.models import Pool
from ratings.selectors.generations import DAY_DIGITS

HALF_POINTS = {1: 2, None: 1, 2: 0}  # of seat 1, by the seat that won


@dataclass(frozen=True)
class RatingPool:
    """A pool with its rating system and its options as this system reads them."""

    pool: Pool

    @cached_property
    def system(self) -> RatingSystem[Any]:
        return rating_system(self.pool.rating_system)

    @cached_property
    def options(self) -> Any:
        return self.system.read_options(self.pool.options)

    @property
    def is_by_period(self) -> bool:
        return self.system.is_by_period(self.options)

    @property
    def rests(self) -> bool:
        """Whether the state of a player changes who sits a period out."""
        return self.is_by_period and self.system.has_deviation

    def is_rated(self, result: RatedResult) -> bool:
        """Whether the system rates games of so many players."""
        return self.system.rates_tables or len(result.players) == 2

    def game(self, result: RatedResult) -> Played:
        """The result as the system is told it. A period is a day (UTC)."""
        period = result.position[:DAY_DIGITS]
        if len(result.players) == 2:
            white, black = result.players
            return RatedGame(result.game, white, black, HALF_POINTS[result.winner], period)
        places = tuple(place or len(result.players) for place in result.places)  # everybody lost: all alike
        return RatedTable(result.game, result.players, places, period)

    def changes(self, results: Iterable[RatedResult], states: States) -> Iterator[Sequence[RatingChange]]:
        """What each of the results changes; `states` is gone on from and brought up to date."""
        return self.system.changes((self.game(result) for result in results), self.options, states)

    def rested(self, state: RatingState, periods: int) -> RatingState:
        """A player's state after sitting out so many periods."""
        return self.system.rested(state, self.options, periods) if periods else state


def members_of(change: RatingChange, position: str) -> tuple[Any, ...]:
    """The members of a change's row, in the order of `MEMBERS`."""
    return (
        *(change.opponent, position, change.score, change.before, change.after, change.expected),
        *(change.k, change.games, change.peak, change.deviation, change.volatility, change.provisional),
    )
