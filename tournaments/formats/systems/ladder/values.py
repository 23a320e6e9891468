"""What can happen on a ladder, and its rules. Players and challenges are keys; times are in the ladder's own zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The settings of a ladder. All but `reach` and `incoming` are days.

    `reach`: how many places above may be challenged. `rest`: until the same two may meet again. `incoming`: open
    challenges that one player has to accept at a time. `answer`, `play`: the deadlines of a challenge. `holiday`: days
    away in a calendar year. `idle`: without a game until the first move down; `idle_again`: until each further one;
    `gone`: until the player leaves.
    """

    reach: int = 3
    rest: int = 7
    incoming: int = 2
    answer: int = 3
    play: int = 14
    holiday: int = 30
    idle: int = 60
    idle_again: int = 30
    gone: int = 180

    def __post_init__(self) -> None:
        for name in ("reach", "incoming", "answer", "play", "idle", "idle_again"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is at least 1, not {getattr(self, name)}")
        for name in ("rest", "holiday"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is at least 0, not {getattr(self, name)}")
        if self.gone <= self.idle:
            raise ValueError(f"gone is more than idle, {self.idle}, not {self.gone}")


@dataclass(frozen=True, slots=True)
class Started:
    """The ladder starts with these players, the first at the top."""

    at: datetime
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A player joins, or returns, at the foot."""

    at: datetime
    player: str


@dataclass(frozen=True, slots=True)
class Left:
    at: datetime
    player: str


@dataclass(frozen=True, slots=True)
class Away:
    """A player will be away from `first` to `last`, both included. Days before `at` are never away."""

    at: datetime
    player: str
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Back:
    """A player is back early: from the day of `at` on no day is away that was marked before."""

    at: datetime
    player: str


@dataclass(frozen=True, slots=True)
class Challenged:
    at: datetime
    challenge: str
    challenger: str
    challenged: str


@dataclass(frozen=True, slots=True)
class ChallengeAccepted:
    at: datetime
    challenge: str


@dataclass(frozen=True, slots=True)
class ChallengeEnded:
    """A challenge ends. `at` is the time of the game where one was played, or of the forfeit.

    `challenger_won`: also where the challenged player declined or didn't answer. False for a draw, a challenge that was
    withdrawn or lost, a player who didn't show up, and an annulled game.
    """

    at: datetime
    challenge: str
    challenger_won: bool
    was_played: bool = True


Happening = Started | Joined | Left | Away | Back | Challenged | ChallengeAccepted | ChallengeEnded
