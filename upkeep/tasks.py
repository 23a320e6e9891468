from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from magistrar_site.shared.enqueue import begins
from upkeep.services.backups.make import backup_begin, backup_due


@shared_task(ignore_result=True)
def make_backup(slot: str) -> None:
    """Make the backup of a slot, unless it is made. A worker only begins it: other tasks don't wait for it."""
    begins(make_backup, slot)
    if settings.TASKS_IN_PROCESS:
        backup_due(slot=slot, now=timezone.now())
    else:
        backup_begin(slot=slot)
