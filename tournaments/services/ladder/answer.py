"""The challenged player answers."""

from __future__ import annotations

import random
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import ChallengeOutcome, RoundState
from tournaments.facts.ladder import LadderAccepted
from tournaments.formats.systems.ladder import ChallengeState
from tournaments.models import Challenge, Entry, Round
from tournaments.selectors.ladder import LadderNow
from tournaments.selectors.rounds.matches import paired_matches
from tournaments.services.fixtures.planning import fixtures_plan
from tournaments.services.ladder.ending import challenge_end
from tournaments.services.ladder.locked import challenge_locked, refuse_ended, require_player
from tournaments.services.ladder.mails import ChallengeNews, challenge_mail
from tournaments.services.ladder.plan import ladder_plan, ladder_tell
from tournaments.services.rounds.matches import Seating, first_games_arrange, matches_create, matches_made


@transaction.atomic
def challenge_accept(*, act: Act, challenge: Challenge) -> Challenge:
    """Accept: the two have a match from now on, and so many days to play it. Lots of the event's seed say who sits
    where. Pressed twice is once. DomainError `not_your_entry`, `challenge_over`."""
    require_player(act, challenge.challenged)
    now, found = challenge_locked(act, challenge)
    if found.accepted_at is not None:
        return found
    refuse_ended(now, found)
    found.accepted_at = act.at
    ends_at = _ends_at(now, found)
    last = Round.objects.filter(stage=now.stage).aggregate(last=Max("number"))["last"] or 0
    round_ = Round.objects.create(
        stage=now.stage, number=last + 1, state=RoundState.PUBLISHED, starts_at=act.at, ends_at=ends_at
    )
    seats = _by_lots(now, found)
    matches_create(act, round_, [Seating(seats, table=1)])
    matches = list(paired_matches(round_))
    accepted = LadderAccepted(
        stage=now.stage.number,
        challenge=found.key,
        challenger=found.challenger.key,
        challenged=found.challenged.key,
        round=round_.number,
        match=matches_made(matches)[0],
        ends_at=ends_at,
    )
    fact = fact_append(act=act, stream=now.stage.event.stream, fact=accepted)
    round_.fact_number = fact.number
    round_.save(update_fields=["fact_number"])
    found.match, found.accepted_fact = matches[0], fact.number
    found.save(update_fields=["match", "accepted_at", "accepted_fact"])
    first_games_arrange(act, round_, matches)
    fixtures_plan(now.stage.event)
    ladder_plan(now.stage, act.at)
    challenge_mail(at=act.at, challenge=found, news=ChallengeNews.ACCEPTED, deadline=ends_at.astimezone(now.now.tzinfo))
    ladder_tell(now.stage.event)
    return found


def _ends_at(now: LadderNow, challenge: Challenge) -> datetime:
    """Until when the match is to be played that is accepted now."""
    two = (challenge.challenger.key, challenge.challenged.key)
    made_at = challenge.made_at.astimezone(now.now.tzinfo)
    return now.deadline(ChallengeState(challenge.key, *two, made_at, accepted_at=now.now))


def _by_lots(now: LadderNow, challenge: Challenge) -> tuple[Entry, Entry]:
    two = (challenge.challenger, challenge.challenged)
    is_turned = random.Random(f"{now.stage.event.seed}/challenge/{challenge.key}").choice((False, True))
    return (two[1], two[0]) if is_turned else two


@transaction.atomic
def challenge_decline(*, act: Act, challenge: Challenge) -> Challenge:
    """Decline, or give up what was accepted: it counts as won by the challenger, and isn't rated. Pressed twice is
    once. DomainError `not_your_entry`, `challenge_over`, `result_in`."""
    require_player(act, challenge.challenged)
    now, found = challenge_locked(act, challenge)
    if found.outcome == ChallengeOutcome.DECLINED:
        return found
    refuse_ended(now, found)
    challenge_end(act, found, ChallengeOutcome.DECLINED, why=_("The challenge was given up."))
    challenge_mail(at=act.at, challenge=found, news=ChallengeNews.DECLINED)
    return found
