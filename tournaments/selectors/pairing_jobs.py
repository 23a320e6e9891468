from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from tournaments.models import PairingJob, Stage
from tournaments.models.pairing_jobs import OVER


def newest_job(stage: Stage) -> PairingJob | None:
    """The last pairing that was asked for in the background; None where there was none."""
    return PairingJob.objects.filter(stage=stage).order_by("-pk").first()


def job_of_round(stage: Stage, number: int) -> PairingJob | None:
    """As `newest_job`, of one round."""
    return PairingJob.objects.filter(stage=stage, round_number=number).order_by("-pk").first()


def job_by_key(key: str) -> PairingJob | None:
    """With stage, event and club."""
    return PairingJob.objects.select_related("stage__event__club").filter(key=key).first()


def abandoned_jobs(*, asked_before: datetime, now: datetime) -> list[str]:
    """Keys of those that nobody works on: the worker is gone, or the news of them was lost on the way."""
    waiting = Q(held_until__isnull=True, asked_at__lt=asked_before) | Q(held_until__lt=now)
    return list(PairingJob.objects.exclude(step__in=OVER).filter(waiting).values_list("key", flat=True))
