"""What a tournament report file says, as frozen values: nothing here is worked out, everything was written down.

Points are half points (11.5 is 23), rounds count from 1, players are known by their starting number.
Source: FIDE C.04.A Annex 2, TRF 2016 and TRF 2026, and the extensions that pairing programs share (XXR, XXC, XXP, ...).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from tournaments.formats.core.state import Colour, Scoring


class Dialect(StrEnum):
    """Which edition of the format a file follows."""

    TRF16 = "trf-16"
    TRF26 = "trf-26"


class Result(StrEnum):
    """The result column of a round. PENDING is a published pairing without a result yet."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    HALF_BYE = "H"
    FULL_BYE = "F"
    PAIRING_BYE = "U"
    ZERO_BYE = "Z"
    PENDING = " "


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file: line and column, one-based, in characters."""

    line: int
    column: int


NOWHERE = Place(0, 0)
LAST_ROUND = 999  # as a line says that something holds to the end


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """One round of one player's line. `opponent` is None for byes. `place` doesn't take part in comparisons."""

    opponent: int | None
    colour: Colour | None
    result: Result
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def is_pairing(self) -> bool:
        """Whether the round's pairing reached this player: an opponent, or the pairing-allocated bye."""
        return self.opponent is not None or self.result is Result.PAIRING_BYE


ABSENT = RoundEntry(None, None, Result.ZERO_BYE)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One 001 line. `rounds` holds one entry per written column; a blank column between others is an absence.
    `acceleration` holds the fictitious half points written for each round (XXA or 250)."""

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: int = 0
    rank: int | None = None
    rounds: tuple[RoundEntry, ...] = ()
    acceleration: tuple[int, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ForbiddenGroup:
    """Players none of whom may meet another of them in rounds `first` to `last` (None: to the end); or, among those
    avoided, only where it can't be helped."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class AnnouncedByes:
    """A 240 or MGB line: the kind of bye these players have in a round."""

    kind: Result
    round: int
    players: tuple[int, ...]
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class AbnormalPoints:
    """A 299 line: what a result was worth, against the scoring, for these players (`round` None: in every round).
    `kind` None is a penalty or bonus besides any result."""

    kind: Result | None
    points: int
    round: int | None
    players: tuple[int, ...]
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class AnnulledGame:
    """An MGN line: a game of a round that counts for nothing, the player with white first. The round is unplayed."""

    round: int
    white: int
    black: int
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def players(self) -> tuple[int, int]:
        return self.white, self.black


@dataclass(frozen=True)  # without slots: what is worked out from it is kept
class Document:
    """A whole file. `header` holds the free-text records by code (012 name, 022 city ... 222), a line each.
    `system` is the record 192 (FIDE_DUTCH_2026, ..._BAKU). `absent_next` are players left out of the next round (XXZ).
    `comments` are written, and passed over by all who read. `other` holds lines of codes that don't concern pairing, as
    they stood."""

    players: tuple[PlayerLine, ...]
    dialect: Dialect = Dialect.TRF16
    header: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    planned_rounds: int | None = None
    first_colour: Colour | None = None
    scoring: Scoring = field(default_factory=Scoring)
    system: str = ""
    forbidden: tuple[ForbiddenGroup, ...] = ()
    avoided: tuple[ForbiddenGroup, ...] = ()
    byes: tuple[AnnouncedByes, ...] = ()
    abnormal: tuple[AbnormalPoints, ...] = ()
    annulled: tuple[AnnulledGame, ...] = ()
    absent_next: tuple[int, ...] = ()
    comments: tuple[str, ...] = field(default=(), compare=False)
    other: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The tournament's name (012), empty where there is none."""
        return self.header.get("012", ("",))[0]

    @property
    def is_baku(self) -> bool:
        """Whether the type of tournament (192) asks for Baku acceleration (C.04.5.1)."""
        return self.system.endswith("_BAKU")

    @cached_property
    def rounds_paired(self) -> int:
        """The last round that was paired: byes written for a round nobody was paired in announce the next one."""
        lengths = [
            number for player in self.players for number, entry in enumerate(player.rounds, 1) if entry.is_pairing
        ]
        return max([*lengths, *(game.round for game in self.annulled)], default=0)

    @cached_property
    def abnormal_by_player(self) -> Mapping[int, tuple[AbnormalPoints, ...]]:
        """The 299 records that name each player, in the order of the file; no entry for a player without one."""
        found: dict[int, list[AbnormalPoints]] = defaultdict(list)
        for record in self.abnormal:
            for number in dict.fromkeys(record.players):
                found[number].append(record)
        return {number: tuple(records) for number, records in found.items()}
