"""What follows on a ladder by itself: deadlines that pass, players who move down without a game, days that begin."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction

from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.selectors.due import due_times
from magistrar_site.shared.selectors.facts import facts_of_kind
from magistrar_site.shared.services.due import due_kind, due_set, reconciler
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState
from tournaments.facts.ladder import LadderDay
from tournaments.facts.ladder_states import moves_of_day
from tournaments.models import Event, Stage
from tournaments.selectors.ladder import LadderNow, ladder_now, ladder_stage
from tournaments.services.ladder.locked import ladder_locked
from tournaments.services.ladder.mails import reminders_mail
from tournaments.services.ladder.plan import LADDER, ladder_plan, ladder_tell

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
    now = ladder_locked(act, stage)
    reminders_mail(now)
    if _days_tell(act, now.stage):
        ladder_tell(now.stage.event)
    ladder_plan(now.stage, act.at)


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
