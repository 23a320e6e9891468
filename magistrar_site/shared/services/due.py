"""Work that is due later, and work that got lost: worked off by Celery beat or by the thread of the one-machine
set-up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from magistrar_site.shared.models import DueWork, MachineClock, Pulse

logger = logging.getLogger(__name__)

DueFunction = Callable[[str, datetime], None]
Reconciler = Callable[[datetime], int]

MAX_RETRY_DELAY = timedelta(hours=1)
CLOCK_TOLERANCE = timedelta(seconds=30)  # clocks run unevenly, and are corrected a little all the time
PULSE_KEPT = timedelta(seconds=30)  # how old a pulse gets before it is written anew
_due_functions: dict[str, DueFunction] = {}
_reconcilers: list[Reconciler] = []


def due_kind(kind: str) -> Callable[[DueFunction], DueFunction]:
    """Register the function that does the work of a kind: called with the subject and the time, in a transaction."""

    def register(function: DueFunction) -> DueFunction:
        _due_functions[kind] = function
        return function

    return register


def reconciler(function: Reconciler) -> Reconciler:
    """Register a function that makes up for lost tasks: it compares facts with what was derived from them, enqueues
    what is behind and returns how much that was."""
    _reconcilers.append(function)
    return function


def due_set(*, kind: str, subject: str, due_at: datetime, span: timedelta | None = None) -> None:
    """Plan work, or move it to another time. `span`: it is due so long after something happened, not at a time of the
    day, so that it isn't due earlier or later where the clock is set."""
    planned = DueWork(kind=kind, subject=subject, due_at=due_at, span=span, attempts=0)
    DueWork.objects.bulk_create(
        [planned],
        update_conflicts=True,
        unique_fields=["kind", "subject"],
        update_fields=["due_at", "span", "attempts"],
    )


def due_cancel(*, kind: str, subject: str) -> None:
    DueWork.objects.filter(kind=kind, subject=subject).delete()


@transaction.atomic
def clock_follow(*, boot: str, now: datetime, running: timedelta) -> timedelta:
    """Where the machine's clock was set since the last time, move what is due after a span of time along with it, so
    that nobody's time gets shorter or longer; returns by how much. `boot` names the start since which the machine has
    been `running`. Asked by several processes it is moved once."""
    started_at = now - running
    known, is_new = MachineClock.objects.get_or_create(boot=boot, defaults={"started_at": started_at})
    if is_new or abs(started_at - known.started_at) < CLOCK_TOLERANCE:
        return timedelta()
    known = MachineClock.objects.select_for_update().get(pk=known.pk)
    jump = started_at - known.started_at
    if abs(jump) < CLOCK_TOLERANCE:
        return timedelta()
    logger.warning("the clock was set", extra={"by_seconds": jump.total_seconds()})
    for work in DueWork.objects.select_for_update().filter(span__isnull=False):
        planned_at = work.due_at - (work.span or timedelta())
        if not now - CLOCK_TOLERANCE < planned_at <= now:  # else it was planned by the clock as it is now
            DueWork.objects.filter(pk=work.pk).update(due_at=work.due_at + jump)
    known.started_at = started_at
    known.save(update_fields=["started_at"])
    return jump


def due_work_off(*, now: datetime, limit: int = 100) -> int:
    """Do what is due, oldest first, at most `limit` pieces; returns how many were done. A piece that fails is tried
    again later (after 1, 2, 4 ... minutes) and holds nothing else up."""
    done = 0
    due = DueWork.objects.filter(due_at__lte=now).order_by("due_at", "pk").values_list("pk", flat=True)
    for pk in list(due[:limit]):
        try:
            with transaction.atomic():
                work = DueWork.objects.select_for_update().filter(pk=pk, due_at__lte=now).first()
                if work is None:
                    continue
                _due_functions[work.kind](work.subject, now)
                DueWork.objects.filter(pk=pk, due_at__lte=now).delete()  # unless the work planned itself anew
            done += 1
        except Exception as error:  # whatever one piece does, the others must go on
            logger.exception("due work failed", extra={"due_work": pk})
            _put_off(pk, now, error)
    return done


def _put_off(pk: int, now: datetime, error: Exception) -> None:
    work = DueWork.objects.filter(pk=pk).first()
    if work is not None:
        delay = min(timedelta(minutes=2 ** min(work.attempts, 10)), MAX_RETRY_DELAY)
        DueWork.objects.filter(pk=pk).update(due_at=now + delay, attempts=F("attempts") + 1, last_error=repr(error))


def reconcile(*, now: datetime) -> int:
    """Run every reconciler; returns how many derived things were behind their facts."""
    behind = 0
    for function in _reconcilers:
        try:
            behind += function(now)
        except Exception:
            logger.exception("reconciler failed", extra={"reconciler": function.__qualname__})
    return behind


def pulse_note(*, name: str, now: datetime) -> None:
    """Note that what is called `name` ran. Written every `PULSE_KEPT` at most; a time in the future, from before a
    clock was set, is replaced."""
    if not Pulse.objects.filter(name=name, at__gt=now - PULSE_KEPT, at__lte=now).exists():
        Pulse.objects.update_or_create(name=name, defaults={"at": now})
