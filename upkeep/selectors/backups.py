"""How the backups stand: for the page, for `manage.py doctor`, for metrics."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from upkeep.enums import BackupResult
from upkeep.models import BackupRun
from upkeep.selectors.beside import is_key_kept

GOOD = (BackupResult.VERIFIED, BackupResult.DIFFERS)  # there is a file


class BackupTrouble(StrEnum):
    """What is wrong with the backups."""

    NONE = ""
    OFF = "off"  # none is made by itself
    NEVER = "never"  # none was made so far
    FAILED = "failed"  # the newest failed
    DIFFERS = "differs"  # something in the newest doesn't hold
    GONE = "gone"  # the newest one's file isn't where it was put, or is another
    OLD = "old"  # the newest is older than two are apart


@dataclass(frozen=True, slots=True)
class BackupState:
    """`made_at`: when the newest backup was begun that there is a file of; `verified_at`: the newest in which
    everything held. `size` in bytes, of the newest file, which is in `folder`. `problem` says why the last one failed.
    `has_key`: whether the secret key is in them."""

    trouble: BackupTrouble
    made_at: datetime | None
    verified_at: datetime | None
    size: int
    problem: str
    folder: str
    has_key: bool

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
        folder=(made.folder if made else "") or str(settings.BACKUP_DIR),
        has_key=is_key_kept(),
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
    if is_gone(made):
        return BackupTrouble.GONE
    is_old = made.begun_at < now - 2 * timedelta(minutes=settings.BACKUP_MINUTES)
    return BackupTrouble.OLD if is_old else BackupTrouble.NONE


def is_gone(run: BackupRun) -> bool:
    """Whether the file of a backup isn't there, or has another size. Where several machines run the service, only one
    that has the folder, or made the backup, can tell."""
    folder = Path(run.folder)
    if not run.folder or not run.file:
        return False
    is_here = connection.vendor == "sqlite" or run.machine == socket.gethostname() or folder.is_dir()
    path = folder / run.file
    return is_here and not (path.is_file() and path.stat().st_size == run.size)


def backup_runs() -> QuerySet[BackupRun]:
    """All that were begun, newest first."""
    return BackupRun.objects.all()
