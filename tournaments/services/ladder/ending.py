"""How a challenge ends without being played: by a fact of its own, or, where it has a match, by a forfeit."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.enums import GameState
from games.services.rulings import forfeit_verdict, game_rule
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import ChallengeOutcome
from tournaments.facts.ladder import LadderEnded
from tournaments.models import Challenge, MatchGame
from tournaments.services.ladder.plan import ladder_plan, ladder_tell
from tournaments.services.rounds.states import round_follow_ruling

# Which of the two wins a match that isn't played; nobody does where the time to play ran out.
WINNERS = {ChallengeOutcome.WITHDRAWN: "challenged", ChallengeOutcome.DECLINED: "challenger"}


def challenge_end(
    act: Act, challenge: Challenge, outcome: ChallengeOutcome, *, why: str, ended_at: datetime | None = None
) -> None:
    """End an open challenge. Locks and permission are the caller's. `why` is the reason of the forfeit. DomainError
    `result_in`."""
    stage = challenge.stage
    if challenge.match_id is None:
        ended = ended_at or act.at
        fact = LadderEnded(
            challenge=challenge.key,
            challenger=challenge.challenger.key,
            challenged=challenge.challenged.key,
            outcome=outcome,
            ended_at=ended,
        )
        number = fact_append(act=act, stream=stage.event.stream, fact=fact).number
        challenge.outcome, challenge.ended_at, challenge.ended_fact = outcome, ended, number
        challenge.save(update_fields=["outcome", "ended_at", "ended_fact"])
    else:
        _forfeit(act.because(why), challenge, WINNERS.get(outcome))
    ladder_plan(stage, act.at)
    ladder_tell(stage.event)


def _forfeit(act: Act, challenge: Challenge, winner: str | None) -> None:
    link = MatchGame.objects.select_related("game", "match__round").get(match=challenge.match_id, number=1)
    if link.game.state != GameState.EXPECTED:
        raise DomainError("result_in", _("A result was handed in for this game already. Ask at the desk."))
    won = None if winner is None else getattr(challenge, f"{winner}_id")
    seats = link.match.seats.order_by("position").values_list("entry_id", flat=True)
    places = [1 if entry == won else None for entry in seats]
    game_rule(act=act, game=link.game, verdict=forfeit_verdict(game=link.game, places=places))
    round_follow_ruling(act=act, round_=link.match.round)
