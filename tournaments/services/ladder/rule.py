"""What those who run a ladder decide about challenges without a match; games have rulings of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import ChallengeOutcome
from tournaments.facts.ladder import LadderRuled
from tournaments.models import Challenge
from tournaments.selectors.ladder import LadderNow, ladder_now
from tournaments.services.ladder.locked import challenge_locked
from tournaments.services.ladder.plan import ladder_plan, ladder_tell
from tournaments.services.permissions import is_own_entry, require_event

UNSAID = "–"  # the reason of a decision that is only looked at


@transaction.atomic
def challenge_rule(*, act: Act, challenge: Challenge, outcome: ChallengeOutcome) -> Challenge:
    """Decide how a challenge ended that had no match, with a reason in `act.why`: "declined" by mistake may become
    "annulled". The order follows as it would have been. The same once more is no change. NotAllowed, also about
    oneself; DomainError `not_ended`, `has_match`; Invalid `reason_missing`, `no_such_outcome`."""
    require_event(act, challenge.stage.event, Action.RULE)
    if is_own_entry(act.actor, challenge.challenger) or is_own_entry(act.actor, challenge.challenged):
        raise NotAllowed("own_entry", _("This is about yourself: somebody else has to decide it."))
    now, found = challenge_locked(act, challenge)
    if found.match_id is not None:
        raise DomainError("has_match", _("This challenge has a game: rule on its result."))
    if not found.outcome:
        raise DomainError("not_ended", _("This challenge is still open."))
    if outcome not in ChallengeOutcome.values or outcome == ChallengeOutcome.NONE:
        raise Invalid("no_such_outcome", _("Choose how it ended."), fields={"outcome": _("Choose one of the list.")})
    if found.outcome == outcome:
        return found
    if not act.why:
        raise Invalid(
            "reason_missing",
            _("This needs a reason; it is kept in the log."),
            fields={"why": _("Say why, in a few words.")},
        )
    ruled = LadderRuled(
        challenge=found.key,
        challenger=found.challenger.key,
        challenged=found.challenged.key,
        outcome=outcome,
    )
    fact_append(act=act, stream=now.stage.event.stream, fact=ruled)
    found.outcome = outcome
    found.save(update_fields=["outcome"])
    ladder_plan(now.stage, act.at)
    ladder_tell(now.stage.event)
    return found


@dataclass(frozen=True, slots=True)
class OrderShift:
    """How a decision would move a player: places, None off the ladder."""

    name: str
    before: int | None
    after: int | None


def challenge_rule_preview(*, act: Act, challenge: Challenge, outcome: ChallengeOutcome) -> Sequence[OrderShift]:
    """The order that would have been, against the one that is: who would stand elsewhere. Nothing stays of it."""
    require_event(act, challenge.stage.event, Action.RULE)
    tried = act if act.why else act.because(UNSAID)
    with transaction.atomic():
        before = ladder_now(challenge.stage, act.at)
        challenge_rule(act=tried, challenge=challenge, outcome=outcome)
        after = ladder_now(challenge.stage, act.at)
        shifts = order_shifts(before, after)
        transaction.set_rollback(True)
    return shifts


def order_shifts(before: LadderNow, after: LadderNow) -> list[OrderShift]:
    """Who stands elsewhere, in the order that would be."""
    keys = [*after.ladder.order, *(key for key in before.ladder.order if key not in after.ladder.order)]
    places = ((key, before.ladder.place(key), after.ladder.place(key)) for key in keys)
    return [OrderShift(before.entries[key].player.public_name, was, will) for key, was, will in places if was != will]
