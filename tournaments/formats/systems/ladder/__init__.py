"""The ladder: an order of players that challenges, absence and idleness move. Pure; docs/rules/ladder.md states it.

`ladder_at` folds what happened into the order, `challenge_refusal` says who may challenge whom, and `deadlines` says
until when a challenge is to be answered and played.
"""

from tournaments.formats.systems.ladder.challenging import Refusal, RefusalCode, challenge_refusal
from tournaments.formats.systems.ladder.deadlines import answer_deadline, play_deadline
from tournaments.formats.systems.ladder.fold import ladder_at
from tournaments.formats.systems.ladder.format import LadderFormat, ladder_rules
from tournaments.formats.systems.ladder.holidays import holidays_left
from tournaments.formats.systems.ladder.state import ChallengeState, Ladder, Move, MoveCause
from tournaments.formats.systems.ladder.values import (
    Away,
    Back,
    ChallengeAccepted,
    Challenged,
    ChallengeEnded,
    Happening,
    Joined,
    LadderRules,
    Left,
    Started,
)

__all__ = [
    "Away",
    "Back",
    "ChallengeAccepted",
    "ChallengeEnded",
    "ChallengeState",
    "Challenged",
    "Happening",
    "Joined",
    "Ladder",
    "LadderFormat",
    "LadderRules",
    "Left",
    "Move",
    "MoveCause",
    "Refusal",
    "RefusalCode",
    "Started",
    "answer_deadline",
    "challenge_refusal",
    "holidays_left",
    "ladder_at",
    "ladder_rules",
    "play_deadline",
]
