"""A rating system: options it reads, the state of a newcomer, and one pure function from games to ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from ratings.algorithms.core.values import Played, PlayerKey, Rated, RatingChange, RatingState, States

OptionsT = TypeVar("OptionsT")


class RatingOptionsError(ValueError):
    """Options that a rating system doesn't have, or values it can't use. `code` is stable."""

    code = "rating_options_invalid"


class UnknownRatingSystemError(LookupError):
    """No rating system has that key. `code` is stable."""

    code = "rating_system_unknown"


class RatingSystem(Protocol[OptionsT]):
    """One folder or file of `systems`, one line of the registry. `key` is stored; `has_deviation` says whether states
    carry a deviation and a volatility, `rates_tables` whether games of more than two players can be rated."""

    @property
    def key(self) -> str: ...

    @property
    def has_deviation(self) -> bool: ...

    @property
    def rates_tables(self) -> bool: ...

    def read_options(self, given: Mapping[str, object]) -> OptionsT:
        """The options from plain data (JSON as stored with a pool); what isn't given has its default.
        RatingOptionsError for a name it doesn't know or a value out of range."""
        ...

    def newcomer(self, options: OptionsT) -> RatingState:
        """The state of a player without a game."""
        ...

    def is_provisional(self, state: RatingState, options: OptionsT) -> bool:
        """Whether that rating is shown with the provisional mark."""
        ...

    def is_by_period(self, options: OptionsT) -> bool:
        """Whether the games of a period are rated together. Then states may be kept and gone on from between periods
        only."""
        return False

    def rested(self, state: RatingState, options: OptionsT, periods: int = 1) -> RatingState:
        """The state of a player who sat so many periods out."""
        return state

    def changes(self, games: Iterable[Played], options: OptionsT, states: States) -> Iterator[Sequence[RatingChange]]:
        """Rates the games in the order given and yields the rows of each, seat 1 first. `states` is gone on from and
        brought up to date; players who aren't in it start as newcomers. The order matters: a rating is worked out from
        what everybody at the table had before the game. TablesNotRatedError for a game of more than two where the
        system rates none. Nothing grows with the number of games, or with that of a period by periods."""
        ...

    def rate(self, games: Iterable[Played], options: OptionsT, start: Mapping[PlayerKey, RatingState]) -> Rated:
        """All rows and the states after them, from states that stay as they are."""
        states = dict(start)
        history = tuple(row for rows in self.changes(games, options, states) for row in rows)
        return Rated(history=history, states=states)


def options_from(given: Mapping[str, object], kind: type[OptionsT]) -> OptionsT:
    """The options of that kind from plain data, strictly. RatingOptionsError says which name or value is wrong."""
    try:
        return msgspec.convert(dict(given), kind)
    except msgspec.ValidationError as error:
        raise RatingOptionsError(str(error)) from error
