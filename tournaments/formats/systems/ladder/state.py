"""The state of a ladder at a moment: the order, the challenges, who played when, who is away when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from tournaments.formats.systems.ladder.holidays import Days


class MoveCause(StrEnum):
    STARTED = "started"
    JOINED = "joined"
    LEFT = "left"
    CHALLENGE = "challenge"
    IDLE = "idle"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Move:
    """A player came to another place by an act of their own or by idleness; the places between moved by one.

    Places count from 1; `before` is None for a player who wasn't on the ladder, `after` for one who left it.
    `challenge` names the challenge that was won.
    """

    at: datetime
    player: str
    before: int | None
    after: int | None
    cause: MoveCause
    challenge: str = ""


@dataclass(slots=True)
class ChallengeState:
    key: str
    challenger: str
    challenged: str
    made_at: datetime
    accepted_at: datetime | None = None
    ended_at: datetime | None = None
    challenger_won: bool = False
    was_played: bool = False

    @property
    def is_open(self) -> bool:
        return self.ended_at is None


@dataclass(slots=True)
class Ladder:
    """`order` has the first player first. `last_games` are the times of the last games of two players, by both keys;
    `idle_days` is when each player on the ladder moves down next, or leaves, without a game."""

    order: list[str] = field(default_factory=list)
    challenges: dict[str, ChallengeState] = field(default_factory=dict)
    last_games: dict[frozenset[str], datetime] = field(default_factory=dict)
    away: Mapping[str, Days] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    idle_days: dict[str, date] = field(default_factory=dict)

    def place(self, player: str) -> int | None:
        """The place from 1 on; None for a player who isn't on the ladder."""
        return self.order.index(player) + 1 if player in self.order else None

    def away_days(self, player: str) -> Days:
        return self.away.get(player, ())

    def is_away(self, player: str, day: date) -> bool:
        return day in self.away_days(player)

    def open_challenges(self, player: str) -> Sequence[ChallengeState]:
        """The open challenges that the player made."""
        return [each for each in self.challenges.values() if each.is_open and each.challenger == player]

    def incoming_challenges(self, player: str) -> Sequence[ChallengeState]:
        """The open challenges that the player got."""
        return [each for each in self.challenges.values() if each.is_open and each.challenged == player]
