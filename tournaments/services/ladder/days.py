"""What follows on a ladder by itself: deadlines that pass, players who move down without a game, days that begin."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.selectors.due import due_times
from magistrar_site.shared.selectors.facts import facts_of_kind
from magistrar_site.shared.services.due import due_kind, due_set, reconciler
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import ChallengeOutcome, EventState
from tournaments.facts.ladder import LadderDay
from tournaments.facts.ladder_states import moves_of_day
from tournaments.formats.systems.ladder import ChallengeState
from tournaments.models import Event, Stage
from tournaments.selectors.ladder import LadderNow, ladder_now, ladder_stage
from tournaments.services.ladder.ending import challenge_end
from tournaments.services.ladder.locked import challenge_by_key, challenge_games_lock, ladder_locked, ladder_tell
from tournaments.services.ladder.mails import reminders_mail
from tournaments.services.ladder.plan import LADDER, ladder_plan

ONE_DAY = timedelta(days=1)


@due_kind(LADDER)
def ladder_due(event_key: str, now: datetime) -> None:
    """Let pass what has passed by now, one after the other, and plan the next look. Nothing where the ladder doesn't
    run any more."""
    event = Event.objects.select_related("club").filter(key=event_key, state=EventState.RUNNING).first()
    if event is None:
        return
    ladder_follow(act=Act(actor=Actor("system", LADDER), at=now), stage=ladder_stage(event))


@transaction.atomic
def ladder_follow(*, act: Act, stage: Stage) -> None:
    """End the challenges whose time is over, the earliest deadline first, and tell what the days since the last look
    brought. Twice at one moment is once."""
    before = ladder_now(stage, act.at)
    challenge_games_lock(before.challenges[each.key] for each in _overdue(before))
    now = ladder_locked(act, stage)
    for each in _overdue(now):
        _end(act, now, each)
    reminders_mail(now)
    if _days_tell(act, now.stage):
        ladder_tell(now.stage.event)
    ladder_plan(now.stage, act.at)


def _overdue(now: LadderNow) -> list[ChallengeState]:
    """Open challenges whose deadline has passed, the earliest first; not those that something was handed in for."""
    late = [each for each in now.open_challenges if now.deadline(each) <= now.now and not now.awaits_result(each)]
    return sorted(late, key=lambda each: (now.deadline(each), each.key))


def _end(act: Act, now: LadderNow, challenge: ChallengeState) -> None:
    found, deadline = challenge_by_key(challenge.key), now.deadline(challenge)
    found.stage = now.stage
    with translation.override("en"):  # nobody's language: it is kept with the fact
        why = _("Nobody played it in time.")
    challenge_end(act, found, ChallengeOutcome.UNANSWERED, why=why, ended_at=deadline)


def _days_tell(act: Act, stage: Stage) -> bool:
    """Append what each day since the last that was told brought, where it brought anything: somebody moved or left, or
    is away since then, or not any more."""
    now = ladder_now(stage, act.at)
    told, today = _last_told(stage), now.now.date()
    is_told = False
    began = now.ladder.moves[0].at.date() if now.ladder.moves else today
    day = (told or began) + ONE_DAY
    while day <= today:
        idle, left = moves_of_day(now.ladder, day)
        if idle or left or (day == today and _away(now, day) != _away(now, day - ONE_DAY)):
            fact_append(
                act=act,
                stream=stage.event.stream,
                fact=LadderDay(stage=stage.number, day=day, idle=idle, left=left),
            )
            is_told = True
        day += ONE_DAY
    return is_told


def _last_told(stage: Stage) -> date | None:
    last = facts_of_kind(stage.event.stream, LadderDay.kind).last()
    return None if last is None else date.fromisoformat(last.members["day"])


def _away(now: LadderNow, day: date) -> set[str]:
    return {entry for entry in now.ladder.order if now.ladder.is_away(entry, day)}


@reconciler
def ladders_plan_missed(now: datetime) -> int:
    """Running ladders that nobody looks at: those that just started or were brought in."""
    running = list(Event.objects.filter(state=EventState.RUNNING, has_ladder=True).values_list("key", flat=True))
    known = due_times(LADDER, running)
    missed = [key for key in running if key not in known]
    for key in missed:
        due_set(kind=LADDER, subject=key, due_at=now)
    return len(missed)
