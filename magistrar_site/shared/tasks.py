from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from magistrar_site.shared.services.due import due_work_off, reconcile


@shared_task(ignore_result=True)
def work_off_due() -> None:
    """Do what is due and make up for lost tasks. Runs every few seconds; running twice at once changes nothing."""
    now = timezone.now()
    due_work_off(now=now)
    reconcile(now=now)
