"""The report on a game of Magistrar: verdict, score and everything found wrong. Seat 1 is White, seat 2 Black.

A report is a value. It is the same for the same bytes, edition and engine version, names no person and holds no
time. All numbers are integers: Honoris, duel markers, levels of the energy track (-15..15, dark positive), encounter
points.
"""

from typing import Literal

import msgspec

from games.engine.core.multiplayer import ClaimVerdict

Side = Literal["white", "black"]
SIDES: tuple[Side, Side] = ("white", "black")
OPPONENT: dict[Side, Side] = {"white": "black", "black": "white"}

Winner = Literal["white", "black"] | None


class SideNumbers(msgspec.Struct, frozen=True, gc=False):
    """One integer for each side."""

    white: int
    black: int


class SideLevels(msgspec.Struct, frozen=True, gc=False):
    """The energy level of each side, -15..15; None where the evidence doesn't tell it."""

    white: int | None
    black: int | None


class DuelReport(msgspec.Struct, frozen=True, gc=False):
    """One scored duel: who won each encounter, the encounter points, who takes the marker, the levels after it.

    `encounters` has one entry a position, None where nobody won; it is None as a whole where the evidence
    doesn't tell the encounters apart.
    """

    encounters: tuple[Winner, ...] | None
    points: SideNumbers
    winner: Winner
    level: SideNumbers


class Violation(msgspec.Struct, frozen=True, gc=False):
    """One broken rule.

    `code` and `rule` choose the sentence, `params` fill it: whoever shows the violation in another language
    translates the sentence's template and fills it again. `message` is the English sentence. `duel` counts from 1,
    `position` from 1 at the energy track's end; each is None where it means nothing.
    """

    code: str
    rule: str | None
    duel: int | None
    side: Side | None
    position: int | None
    message: str
    params: dict[str, str | int] = {}


class Report(msgspec.Struct, frozen=True, gc=False):
    """The answer to one document of any grade, legal or not."""

    system: str
    format: str | None
    edition: str | None
    engine: str
    legal: bool
    complete: bool
    winner: Winner = None
    honoris: SideNumbers | None = None
    markers: SideNumbers | None = None
    level: SideLevels | None = None
    claim: ClaimVerdict = None
    duels: tuple[DuelReport, ...] = ()
    violations: tuple[Violation, ...] = ()
    assumed: tuple[str, ...] = ()
