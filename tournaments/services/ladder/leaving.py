"""What becomes of the open challenges of a player who leaves: those that the player made count as withdrawn, those that
they got as declined."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.enums import GameState
from magistrar_site.shared.acts import Act
from tournaments.enums import ChallengeOutcome, EventState
from tournaments.models import Challenge, Entry
from tournaments.selectors.ladder import LadderNow, ladder_now, ladder_stage
from tournaments.services.ladder.ending import challenge_end
from tournaments.services.ladder.locked import challenge_by_key, challenge_games_lock, overdue_end


def leaver_games_lock(entry: Entry) -> None:
    """Lock the games of open challenges, before the stream is locked: the player's, and others that may be overdue.
    Nothing on other events than ladders."""
    if entry.event.has_ladder:
        challenge_games_lock(
            Challenge.objects.filter(stage__event=entry.event, match__games__game__state=GameState.EXPECTED)
        )


def leaver_challenges_end(act: Act, entry: Entry) -> None:
    """End the open challenges of a player who leaves, but for those that something was handed in for. Locks and
    permission are the caller's."""
    if not entry.event.has_ladder or entry.event.state != EventState.RUNNING:
        return
    now = overdue_end(act, ladder_now(ladder_stage(entry.event), act.at))
    for each in now.open_challenges:
        if entry.key in (each.challenger, each.challenged) and not now.awaits_result(each):
            _end(act, now, each.key, is_challenger=entry.key == each.challenger)


def _end(act: Act, now: LadderNow, key: str, *, is_challenger: bool) -> None:
    found = challenge_by_key(key)
    found.stage = now.stage
    outcome = ChallengeOutcome.WITHDRAWN if is_challenger else ChallengeOutcome.DECLINED
    challenge_end(act, found, outcome, why=_("The player left the ladder."))
