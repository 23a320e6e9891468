from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from magistrar_site.shared.enqueue import begins
from upkeep.services.backups.make import backup_due

SECONDS = 8 * 60 * 60


# One that is lost is begun anew by the reconciler, so that no second worker is given it while it runs.
@shared_task(ignore_result=True, acks_late=False, soft_time_limit=SECONDS, time_limit=SECONDS + 60)
def make_backup(slot: str) -> None:
    """Make the backup of a slot, unless it is made."""
    begins(make_backup, slot)
    backup_due(slot=slot, now=timezone.now())
