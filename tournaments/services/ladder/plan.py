"""What follows every change of a ladder: its table, and when to look at it next."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db import transaction

from magistrar_site.shared.services.due import due_set
from tournaments.models import Challenge, Event, Stage
from tournaments.selectors.ladder import ladder_now
from tournaments.signals import event_changed

LADDER = "ladder"  # the kind of work that is due


def ladder_plan(stage: Stage, at: datetime) -> None:
    """Plan when to look at the ladder next: at the next deadline, a day before it, or when the next day begins."""
    now = ladder_now(stage, at)
    midnight = datetime.combine(now.now.date() + timedelta(days=1), time(), now.now.tzinfo)
    deadlines = [now.deadline(each) for each in now.open_challenges if not now.awaits_result(each)]
    reminders = [deadline - timedelta(days=1) for deadline in deadlines]
    due_at = min([midnight, *(moment for moment in (*deadlines, *reminders) if moment > now.now)])
    due_set(kind=LADDER, subject=stage.event.key, due_at=due_at)


def ladder_tell(event: Event) -> None:
    """Tables follow once it is written."""
    transaction.on_commit(lambda: event_changed.send(sender=Challenge, event_key=event.key))
