"""What every act on a ladder begins with: who may, the locks, what is overdue, and the ladder as it stands then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.games import games_lock
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError, NotFound
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import stream_lock
from tournaments.enums import ChallengeOutcome, EventState
from tournaments.formats.systems.ladder import ChallengeState
from tournaments.models import Challenge, Entry, Event, MatchGame, Stage
from tournaments.selectors.ladder import LadderNow, ladder_now
from tournaments.services.events.over import refuse_over
from tournaments.services.ladder.ending import challenge_end
from tournaments.services.ladder.plan import LADDER
from tournaments.services.permissions import allowed, is_own_entry


def require_player(act: Act, entry: Entry) -> None:
    """The player themselves, by personal link or account, or who pairs the event for players without a phone.
    DomainError `not_your_entry` for everybody else."""
    if is_own_entry(act.actor, entry) or (act.actor.kind != "link" and allowed(act.actor, entry.event, Action.PAIR)):
        return
    message = _("This belongs to another player. Open your own personal link, or ask at the desk.")
    raise DomainError("not_your_entry", message, status=403)


def ladder_locked(act: Act, stage: Stage, *challenges: Challenge) -> LadderNow:
    """The ladder at the moment of the act under the locks of the stream and of the games of these challenges. What is
    overdue has ended: an act finds what it would find if everything that was due had been done in time, however late
    that is. DomainError `not_running`, `finished`."""
    before = ladder_now(stage, act.at)
    challenge_games_lock([*challenges, *(before.challenges[each.key] for each in _overdue(before))])
    stream_lock(stream=stage.event.stream)
    event = Event.objects.select_related("club").get(pk=stage.event_id)
    refuse_over(event)
    if event.state != EventState.RUNNING:
        raise DomainError("not_running", _("The ladder hasn’t started yet."))
    stage = Stage.objects.get(pk=stage.pk)
    stage.event = event
    return overdue_end(act, ladder_now(stage, act.at))


def overdue_end(act: Act, now: LadderNow) -> LadderNow:
    """End the challenges whose time is over, the earliest deadline first, by nobody's hand. Returns the ladder after
    that. Locks are the caller's."""
    overdue = _overdue(now)
    by_time = replace(act, actor=Actor("system", LADDER), why="", beside=NOBODY)
    for each in overdue:
        found, deadline = challenge_by_key(each.key), now.deadline(each)
        found.stage = now.stage
        with translation.override("en"):  # nobody's language: it is kept with the fact
            why = gettext("Nobody played it in time.")
        challenge_end(by_time, found, ChallengeOutcome.UNANSWERED, why=why, ended_at=deadline)
    return ladder_now(now.stage, act.at) if overdue else now


def _overdue(now: LadderNow) -> list[ChallengeState]:
    """Open challenges whose deadline has passed, the earliest first; not those that something was handed in for."""
    late = [each for each in now.open_challenges if now.deadline(each) <= now.now and not now.awaits_result(each)]
    return sorted(late, key=lambda each: (now.deadline(each), each.key))


def challenge_by_key(key: str) -> Challenge:
    """With its players, stage and club; NotFound where there is none."""
    rows = Challenge.objects.select_related(
        "stage__event__club",
        "challenger__player__user",
        "challenged__player__user",
        "challenger__event",
        "match__round",
    ).select_related("challenged__event")
    found = rows.filter(key=key).first()
    if found is None:
        raise NotFound("no_such_challenge", _("There is no such challenge."))
    return found


def challenge_games_lock(challenges: Iterable[Challenge]) -> None:
    """Lock the games of these challenges: before the stream, as everybody does."""
    links = MatchGame.objects.filter(match__challenge__in=[each.pk for each in challenges])
    games_lock(games=links.values_list("game_id", flat=True))


def challenge_locked(act: Act, challenge: Challenge) -> tuple[LadderNow, Challenge]:
    """The ladder and the challenge as they stand under the locks of its game and the stream."""
    now = ladder_locked(act, challenge.stage, challenge)
    found = challenge_by_key(challenge.key)
    found.stage = now.stage
    return now, found


def refuse_ended(now: LadderNow, challenge: Challenge) -> None:
    """DomainError `challenge_over` where the challenge has ended."""
    state = now.ladder.challenges.get(challenge.key)
    if state is None or not state.is_open:
        words = ENDED.get(ChallengeOutcome(challenge.outcome), _("This challenge has been played."))
        raise DomainError("challenge_over", words)


ENDED = {
    ChallengeOutcome.DECLINED: _("This challenge was declined."),
    ChallengeOutcome.UNANSWERED: _("This challenge wasn’t answered in time."),
    ChallengeOutcome.WITHDRAWN: _("This challenge was withdrawn."),
    ChallengeOutcome.ANNULLED: _("This challenge was annulled."),
}


def names_of(challenge: Challenge) -> dict[str, str]:
    """The two players for a sentence."""
    return {
        "challenger": isolated(challenge.challenger.player.name),
        "challenged": isolated(challenge.challenged.player.name),
    }
