"""A player challenges another, and takes it back."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import ChallengeOutcome
from tournaments.facts.ladder import LadderChallenged
from tournaments.models import Challenge, Entry, Stage
from tournaments.selectors.ladder import ladder_now
from tournaments.services.ladder.ending import challenge_end
from tournaments.services.ladder.locked import (
    challenge_locked,
    ladder_locked,
    refuse_ended,
    require_player,
)
from tournaments.services.ladder.mails import ChallengeNews, challenge_mail
from tournaments.services.ladder.plan import ladder_plan, ladder_tell
from tournaments.services.ladder.words import refused


@transaction.atomic
def challenge_make(*, act: Act, stage: Stage, challenger: Entry, challenged: Entry) -> Challenge:
    """Challenge a player for their place. Pressed twice is once. DomainError `not_your_entry`, `not_running`, or
    `challenge_` and the reason why it isn't possible (formats.systems.ladder.RefusalCode) with the day from which it
    will be."""
    require_player(act, challenger)
    now = ladder_locked(act, stage)
    for each in now.ladder.open_challenges(challenger.key):
        if each.challenged == challenged.key:
            return now.challenges[each.key]
    refusal = now.refusal(challenger.key, challenged.key)
    if refusal is not None:
        raise refused(refusal, now.rules)
    key = act.ids.key()
    fact = fact_append(
        act=act,
        stream=now.stage.event.stream,
        fact=LadderChallenged(
            stage=now.stage.number, challenge=key, challenger=challenger.key, challenged=challenged.key
        ),
    )
    made = Challenge.objects.create(
        key=key,
        stage=now.stage,
        challenger=challenger,
        challenged=challenged,
        made_at=act.at,
        made_fact=fact.number,
    )
    ladder_plan(now.stage, act.at)
    after = ladder_now(now.stage, act.at)
    deadline = after.deadline(after.ladder.challenges[key])
    challenge_mail(at=act.at, challenge=made, news=ChallengeNews.CHALLENGED, deadline=deadline)
    ladder_tell(now.stage.event)
    return made


@transaction.atomic
def challenge_withdraw(*, act: Act, challenge: Challenge) -> Challenge:
    """The challenger takes the challenge back: it counts as lost for them, and nobody moves. Pressed twice is once.
    DomainError `not_your_entry`, `challenge_over`, `result_in` once something was handed in for its game."""
    require_player(act, challenge.challenger)
    now, found = challenge_locked(act, challenge)
    if found.outcome == ChallengeOutcome.WITHDRAWN:
        return found
    refuse_ended(now, found)
    challenge_end(act, found, ChallengeOutcome.WITHDRAWN, why=_("The challenge was withdrawn."))
    challenge_mail(at=act.at, challenge=found, news=ChallengeNews.WITHDRAWN)
    return found
