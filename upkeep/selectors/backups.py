"""How the backups stand: for the page, for `manage.py doctor`, for metrics."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from upkeep.enums import BackupResult
from upkeep.models import BackupRun

GOOD = (BackupResult.VERIFIED, BackupResult.DIFFERS)  # there is a file


class BackupTrouble(StrEnum):
    """What is wrong with the backups."""

    NONE = ""
    OFF = "off"  # none is made by itself
    NEVER = "never"  # none was made so far
    FAILED = "failed"  # the newest failed
    DIFFERS = "differs"  # something in the newest doesn't hold
    OLD = "old"  # the newest is older than two are apart


@dataclass(frozen=True, slots=True)
class BackupState:
    """`made_at`: when the newest backup was begun that there is a file of; `verified_at`: the newest in which
    everything held. `size` in bytes, of the newest file. `problem` says why the last one failed."""

    trouble: BackupTrouble
    made_at: datetime | None
    verified_at: datetime | None
    size: int
    problem: str
    folder: str

    @property
    def is_well(self) -> bool:
        """Whether there is nothing to do. Backups that are made elsewhere, and not by this service, are well too."""
        return self.trouble in {BackupTrouble.NONE, BackupTrouble.OFF}


def backup_state(*, now: datetime | None = None) -> BackupState:
    """How the backups stand, by three queries."""
    now = now or timezone.now()
    ended = BackupRun.objects.exclude(result=BackupResult.RUNNING)
    newest, made = ended.first(), ended.filter(result__in=GOOD).first()
    verified = ended.filter(result=BackupResult.VERIFIED).first()
    return BackupState(
        trouble=_trouble(newest, made, now),
        made_at=made.begun_at if made else None,
        verified_at=verified.begun_at if verified else None,
        size=made.size if made else 0,
        problem=newest.problem if newest else "",
        folder=str(settings.BACKUP_DIR),
    )


def _trouble(newest: BackupRun | None, made: BackupRun | None, now: datetime) -> BackupTrouble:
    if newest is not None and newest.result == BackupResult.FAILED:
        return BackupTrouble.FAILED
    if newest is not None and newest.result == BackupResult.DIFFERS:
        return BackupTrouble.DIFFERS
    if not settings.BACKUP_MINUTES:
        return BackupTrouble.OFF
    if made is None:
        return BackupTrouble.NEVER
    is_old = made.begun_at < now - 2 * timedelta(minutes=settings.BACKUP_MINUTES)
    return BackupTrouble.OLD if is_old else BackupTrouble.NONE


def backup_runs() -> QuerySet[BackupRun]:
    """All that were begun, newest first."""
    return BackupRun.objects.all()
