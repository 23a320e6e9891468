"""A report in the words that every game shares: seats, places, numbers and parts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.engine.core.multiplayer import ClaimVerdict
from games.engine.core.report import SystemReport
from games.engine.core.seats import Seat

Numbers = Mapping[str, tuple[int | None, ...]]
"""Declared numbers by key: one for each seat, in seat order, None where it isn't known."""


class Part(msgspec.Struct, frozen=True):
    """One part of a game, as a round or a turn, by its `number` from 1.

    `places` and `points` (those that the part itself is won by) are in seat order; empty where the part has none.
    `numbers` are the declared ones that are known of a part, as they stand after it.
    """

    number: int
    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    numbers: Numbers = {}

    @property
    def winner(self) -> Seat | None:
        """The seat that won the part alone."""
        return sole_winner(self.places)


class Violation(msgspec.Struct, frozen=True):
    """One broken rule, and where: `part` and `position` count from 1 and are None where they mean nothing, as `seat`.

    `code` is stable; `rule` is its number in the rules. `template` is English, to be translated and filled with
    `params`; `message` is what comes out in English.
    """

    code: str
    rule: str | None
    part: int | None
    seat: Seat | None
    position: int | None
    template: str
    params: Mapping[str, str | int]
    message: str


class Judged(msgspec.Struct, frozen=True):
    """The verdict on one document, whatever the game.

    `players`: how many seats the game has, None where the document doesn't tell. `places`: 1 + the number of seats
    ranked better, in seat order; empty while the game is open. `winner`: the seat that is alone on place 1. `numbers`
    has every declared key; the tuples are empty where `players` is None. `claim`: whether what the players wrote down
    agrees. `parts` of an illegal game are the good ones before the first broken one. `assumed`: what of the edition
    the verdict rests on and isn't stated in a rulebook. `report` is the system's own, untouched.
    """

    legal: bool
    complete: bool
    players: int | None
    places: tuple[int, ...]
    numbers: Numbers
    parts: tuple[Part, ...]
    violations: tuple[Violation, ...]
    assumed: tuple[str, ...]
    claim: ClaimVerdict
    report: SystemReport

    @property
    def winner(self) -> Seat | None:
        return sole_winner(self.places)

    @property
    def is_readable(self) -> bool:
        """Whether there is a game to judge; what is wrong otherwise is how it is written."""
        return all(violation.code != "schema" for violation in self.violations)


def sole_winner(places: tuple[int | None, ...]) -> Seat | None:
    """The seat that is alone on place 1 (M4); None for a shared place, and where there are no places."""
    return places.index(1) + 1 if places.count(1) == 1 else None
