"""Until when a challenge is to be answered and to be played. Days on which a player is away don't count."""

from __future__ import annotations

from datetime import datetime

from tournaments.formats.systems.ladder.holidays import Days, after_days
from tournaments.formats.systems.ladder.state import ChallengeState, Ladder
from tournaments.formats.systems.ladder.values import LadderRules


def answer_deadline(challenge: ChallengeState, ladder: Ladder, rules: LadderRules) -> datetime:
    """The end of the time to answer. Only the challenged player's days away suspend it."""
    return _later(challenge.made_at, rules.answer, ladder.away_days(challenge.challenged))


def play_deadline(challenge: ChallengeState, ladder: Ladder, rules: LadderRules) -> datetime | None:
    """The end of the time to play, counted from the acceptance; None before. The days away of either suspend it."""
    if challenge.accepted_at is None:
        return None
    away = {*ladder.away_days(challenge.challenger), *ladder.away_days(challenge.challenged)}
    return _later(challenge.accepted_at, rules.play, away)


def deadline(challenge: ChallengeState, ladder: Ladder, rules: LadderRules) -> datetime:
    """The deadline that an open challenge runs towards."""
    return play_deadline(challenge, ladder, rules) or answer_deadline(challenge, ladder, rules)


def _later(start: datetime, days: int, away: Days) -> datetime:
    return datetime.combine(after_days(start.date(), days, away), start.timetz())
