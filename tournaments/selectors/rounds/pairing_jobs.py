from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from tournaments.models import PairingJob, Stage
from tournaments.models.pairing_jobs import OVER

# How long a worker holds a job before another may take it up: longer than 5,000 players take. Should one work longer,
# two work on the same round, and the second to finish finds it paired.
HOLD = timedelta(seconds=90)


def newest_job(stage: Stage) -> PairingJob | None:
    """The last pairing that was asked for in the background; None where there was none."""
    return PairingJob.objects.filter(stage=stage).order_by("-pk").first()


def job_of_round(stage: Stage, number: int) -> PairingJob | None:
    """As `newest_job`, of one round."""
    return PairingJob.objects.filter(stage=stage, round_number=number).order_by("-pk").first()


def job_by_key(key: str) -> PairingJob | None:
    """With stage, event and club."""
    return PairingJob.objects.select_related("stage__event__club").filter(key=key).order_by("pk").first()


def abandoned_jobs(*, asked_before: datetime, now: datetime) -> list[str]:
    """Keys of those that nobody works on: the worker is gone, or the news of them was lost on the way. What was asked
    for in the future, was asked for before the clock was set back."""
    unheard = Q(held_until__isnull=True) & (Q(asked_at__lt=asked_before) | Q(asked_at__gt=now))
    return list(PairingJob.objects.exclude(step__in=OVER).filter(unheard | unheld(now)).values_list("key", flat=True))


def unheld(now: datetime) -> Q:
    """Whether no worker holds the job any more: its time is over, or lies further off than any is given, because the
    clock was set back."""
    return Q(held_until__lt=now) | Q(held_until__gt=now + HOLD)
