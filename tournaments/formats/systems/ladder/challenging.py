"""Who may challenge whom, and where not: the reason, and from when it will be possible."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum

from tournaments.formats.systems.ladder.deadlines import deadline
from tournaments.formats.systems.ladder.holidays import after_days
from tournaments.formats.systems.ladder.state import Ladder
from tournaments.formats.systems.ladder.values import LadderRules


class RefusalCode(StrEnum):
    NOT_ON_LADDER = "not_on_ladder"  # one of the two
    NOT_ABOVE = "not_above"
    TOO_FAR = "too_far"
    OWN_OPEN = "own_open"  # the challenger has an open challenge
    RESTING = "resting"  # the two have met lately
    INCOMING = "incoming"  # the challenged player has enough open challenges
    AWAY = "away"  # the challenged player


@dataclass(frozen=True, slots=True)
class Refusal:
    """`possible_from` is the moment from which the reason is gone at the latest; None where no day is known."""

    code: RefusalCode
    possible_from: datetime | None = None


def challenge_refusal(
    challenger: str, challenged: str, ladder: Ladder, now: datetime, rules: LadderRules
) -> Refusal | None:
    """The first reason why this challenge isn't possible at `now`; None where it is."""
    own, other = ladder.place(challenger), ladder.place(challenged)
    if own is None or other is None:
        return Refusal(RefusalCode.NOT_ON_LADDER)
    if other >= own:
        return Refusal(RefusalCode.NOT_ABOVE)
    if own - other > rules.reach:
        return Refusal(RefusalCode.TOO_FAR)
    if open_challenges := ladder.open_challenges(challenger):
        return Refusal(RefusalCode.OWN_OPEN, max(deadline(each, ladder, rules) for each in open_challenges))
    last_game = ladder.last_games.get(frozenset((challenger, challenged)))
    if last_game is not None and (rested := last_game + timedelta(days=rules.rest)) > now:
        return Refusal(RefusalCode.RESTING, rested)
    incoming = sorted(deadline(each, ladder, rules) for each in ladder.incoming_challenges(challenged))
    if len(incoming) >= rules.incoming:
        return Refusal(RefusalCode.INCOMING, incoming[len(incoming) - rules.incoming])
    if ladder.is_away(challenged, now.date()):
        back = after_days(now.date(), 1, ladder.away_days(challenged))
        return Refusal(RefusalCode.AWAY, datetime.combine(back, time(), now.tzinfo))
    return None
