"""What a format can do beyond pairing the next round. Whoever needs it asks for the capability, never for a format."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.format import Format, FormatOptions
from tournaments.formats.core.state import RoundTables, StageState


@runtime_checkable
class SeatsTables(Protocol):
    """A format whose rounds are tables of any number, and not pairs."""

    def seat(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundTables:
        """Round `round_number` (from 1 on), or what blocks it. Same arguments, same tables."""
        ...


@runtime_checkable
class AwardsPlaces(Protocol):
    """A format that says what places at a table are worth. All points are in units of its `points_scale`."""

    def points_of_table(
        self, places: Sequence[int], options: FormatOptions, forfeited: Collection[int] = ()
    ) -> tuple[int, ...]:
        """The points of each seat, by the places in the order of the seats, shared ones the mean of what they cover.
        `forfeited` are the seats, from 1 on, of those who forfeited: they share the last places and get nothing."""
        ...

    def points_of_bye(self, options: FormatOptions) -> int:
        """What a bye that the pairing gives is worth."""
        ...


@runtime_checkable
class OpensAhead(Protocol):
    """A format whose rounds don't wait for the results of earlier ones, if its options say so."""

    def opens_ahead(self, options: FormatOptions) -> bool:
        """Whether a round may be open while games of earlier ones are still to be played."""
        ...


@runtime_checkable
class ListsAhead(OpensAhead, Protocol):
    """A format that knows all rounds before the first: each can be told long before it is played."""

    def games_of_round(
        self, entrants: Sequence[int], round_number: int, options: FormatOptions
    ) -> list[tuple[int, int]]:
        """The games of that round, as pairing numbers: who starts first."""
        ...


@runtime_checkable
class ListsTablesAhead(OpensAhead, Protocol):
    """A format that can make the tables of all rounds before the first, whatever the results."""

    def rounds_ahead(self, entrant_count: int, rounds: int, options: FormatOptions) -> tuple[RoundTables, ...]:
        """The tables of each round for the pairing numbers 1..n, as long as everybody plays."""
        ...


@runtime_checkable
class AnswersChallenges(Protocol):
    """A format without rounds to pair: players challenge each other, and the order that challenges move is its table
    (`StageState.order`). Each accepted challenge is a round of one match, with a window of its own."""

    def places_held(self, state: StageState) -> Mapping[int, int]:
        """The place from 1 on, by pairing number, of everybody who has one now."""
        ...


@runtime_checkable
class Accelerates(Protocol):
    """A format that can give part of the players virtual points in the first rounds."""

    def is_accelerated(self, options: FormatOptions) -> bool: ...

    def accelerated(self, state: StageState) -> StageState:
        """The stage with the virtual points of its rounds; unchanged where its points don't allow any."""
        ...

    def last_accelerated(self, state: StageState) -> int:
        """The pairing number of the last player of the accelerated group."""
        ...


def acceleration_of(format_: Format, options: FormatOptions) -> Accelerates | None:
    """The format, where a stage with these options is accelerated."""
    return format_ if isinstance(format_, Accelerates) and format_.is_accelerated(options) else None


def opens_ahead(format_: Format, options: FormatOptions) -> bool:
    """Whether several rounds of a stage with these options may be open at once."""
    return isinstance(format_, OpensAhead) and format_.opens_ahead(options)


def tables_of_round(
    format_: Format, state: StageState, round_number: int, rng: random.Random, options: FormatOptions
) -> RoundTables:
    """Round `round_number` of any format as tables, or what blocks it: a pair is a table of two."""
    if isinstance(format_, SeatsTables):
        return format_.seat(state, round_number, rng, options)
    return format_.pair(state, round_number, rng, options).seating


def pairs_by_score(format_: Format) -> bool:
    """Whether who meets whom follows from the points so far."""
    return not format_.predetermined and not isinstance(format_, RanksByPlace | AnswersChallenges)
