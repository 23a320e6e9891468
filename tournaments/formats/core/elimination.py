"""What a format may say beyond pairings, where points don't tell who is ahead: a service asks by isinstance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from tournaments.formats.core.format import FormatOptions
from tournaments.formats.core.state import StageState, Table


@runtime_checkable
class RanksByPlace(Protocol):
    """A format whose ranking comes from how far an entrant came, not from points."""

    def places(self, state: StageState, options: FormatOptions) -> Mapping[int, int]:
        """Place from 1 on, by pairing number, of everybody whose place can't change any more; equals share one."""
        ...

    def ranks(self, state: StageState, options: FormatOptions) -> Mapping[int, int]:
        """Rank from 1 on, by pairing number, of everybody as it stands: whoever can still win shares the first. Agrees
        with `places` where those are known."""
        ...

    def is_over(self, state: StageState, options: FormatOptions) -> bool:
        """Whether nothing is left to play, which may be before the planned rounds are done."""
        ...


@runtime_checkable
class DrawsBracket(RanksByPlace, Protocol):
    """A format whose matches stand in a drawing from the start."""

    def match_ids(self, state: StageState, round_number: int, options: FormatOptions) -> Mapping[int, int]:
        """The id of the match of that round, by the pairing number of who sits in it, as the rounds before say."""
        ...


@runtime_checkable
class ChoosesEntrants(Protocol):
    """A format of a later stage that says who comes into it beyond the order of the table before."""

    def check_entrants(self, entrant_count: int, options: FormatOptions) -> None:
        """ValueError where a stage can't be planned for so many."""
        ...

    def goes_first(self, before: StageState, options: FormatOptions) -> frozenset[int]:
        """Who of the stage before comes in before everybody else, by pairing number there."""
        ...


@runtime_checkable
class SetsMatchLength(Protocol):
    """A format whose matches may be for more games in some rounds than in others."""

    def best_of(self, table: Table, options: FormatOptions) -> int | None:
        """How many games the two at a table of this format play for; None where the stage's own number holds."""
        ...
