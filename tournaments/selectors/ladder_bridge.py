"""The one bridge from values to what happens on a ladder: rows (`selectors.ladder`) and facts (`facts.ladder_states`)
are both brought into these values. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from tournaments.enums import ChallengeOutcome
from tournaments.formats.systems.ladder import (
    Away,
    Back,
    ChallengeAccepted,
    Challenged,
    ChallengeEnded,
    Happening,
    Joined,
    Left,
    Started,
)
from tournaments.selectors.series.matches import CountedGame

# Facts by which players come to a ladder and leave it.
ROSTER_KINDS = ("event.started", "entry.came_late", "entry.returned", "entry.withdrawn", "entry.expelled")
Numbered = tuple[int, Happening]  # with the number of its fact


@dataclass(frozen=True, slots=True)
class GameValues:
    """The game of an accepted challenge. `said` is the number of the first fact that says how it ended (None: none
    does), `said_at` its time; `result` is the one that counts so far."""

    said: int | None
    said_at: datetime | None
    agreed_at: datetime | None
    result: CountedGame | None
    is_annulled: bool


@dataclass(frozen=True, slots=True)
class ChallengeValues:
    """A challenge; players are keys of entries. `challenger_seat` is their position in the match, None before there is
    one."""

    key: str
    challenger: str
    challenged: str
    made_at: datetime
    made_fact: int
    accepted_at: datetime | None = None
    accepted_fact: int = 0
    outcome: str = ""
    ended_at: datetime | None = None
    ended_fact: int = 0
    challenger_seat: int | None = None
    game: GameValues | None = None


@dataclass(frozen=True, slots=True)
class HolidayValues:
    """What a player said of being away; without days, that they are back."""

    entry: str
    said_at: datetime
    fact_number: int
    first: date | None
    last: date | None


def roster_happening(kind: str, members: Mapping[str, Any], at: datetime) -> Happening | None:
    """What a fact of that kind does to the players of a ladder; None where it does nothing."""
    if kind == "event.started":
        seeded = sorted(members["entries"], key=lambda entry: entry["number"])
        return Started(at, tuple(entry["entry"] for entry in seeded))
    if kind in {"entry.came_late", "entry.returned"}:
        return Joined(at, members["entry"])
    if kind in {"entry.withdrawn", "entry.expelled"}:
        return Left(at, members["entry"])
    return None


def happenings_of(
    roster: Iterable[Numbered], challenges: Iterable[ChallengeValues], holidays: Iterable[HolidayValues], zone: str
) -> list[Happening]:
    """All that happened, in the order of the facts, at the times of that zone."""
    numbered = [*roster, *(each for holiday in holidays for each in _of_holiday(holiday))]
    for challenge in challenges:
        numbered += _of_challenge(challenge)
    here = ZoneInfo(zone)
    ordered = sorted(numbered, key=lambda pair: pair[0])
    return [replace(happening, at=happening.at.astimezone(here)) for _number, happening in ordered]


def _of_holiday(holiday: HolidayValues) -> Sequence[Numbered]:
    if holiday.first is None or holiday.last is None:
        return [(holiday.fact_number, Back(holiday.said_at, holiday.entry))]
    return [(holiday.fact_number, Away(holiday.said_at, holiday.entry, holiday.first, holiday.last))]


def _of_challenge(challenge: ChallengeValues) -> Sequence[Numbered]:
    made = Challenged(challenge.made_at, challenge.key, challenge.challenger, challenge.challenged)
    found: list[Numbered] = [(challenge.made_fact, made)]
    if challenge.accepted_at is not None:
        found.append((challenge.accepted_fact, ChallengeAccepted(challenge.accepted_at, challenge.key)))
    ended = _end(challenge)
    return found if ended is None else [*found, ended]


def _end(challenge: ChallengeValues) -> Numbered | None:
    if challenge.outcome:
        at = challenge.ended_at or challenge.made_at
        won = challenge.outcome in {ChallengeOutcome.DECLINED, ChallengeOutcome.UNANSWERED}
        return challenge.ended_fact, ChallengeEnded(at, challenge.key, won, was_played=False)
    game = challenge.game
    if game is None or game.said is None or game.said_at is None:
        return None
    # A game has the time that the two agreed; one that is entered before that time was played earlier.
    at = min(game.agreed_at, game.said_at) if game.agreed_at is not None else game.said_at
    if game.is_annulled:
        return game.said, ChallengeEnded(at, challenge.key, challenger_won=False, was_played=False)
    if game.result is None:
        return None
    won = game.result.winner is not None and game.result.winner == challenge.challenger_seat
    return game.said, ChallengeEnded(at, challenge.key, won, was_played=game.result.is_played)
