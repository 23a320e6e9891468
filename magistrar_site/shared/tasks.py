from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from magistrar_site.shared.running import running_since
from magistrar_site.shared.services.due import clock_follow, due_work_off, pulse_note, reconcile
from magistrar_site.shared.services.mail import mail_send
from magistrar_site.shared.services.sessions import sessions_clear_daily


@shared_task(ignore_result=True)
def work_off_due() -> None:
    """Do what is due, make up for lost tasks, and once a day clear sessions that have expired. Runs every few seconds;
    running twice at once changes nothing."""
    now, machine = timezone.now(), running_since()
    if machine is not None:
        boot, running = machine
        clock_follow(boot=boot, now=now, running=running)
    due_work_off(now=now)
    reconcile(now=now)
    sessions_clear_daily(now=now)
    pulse_note(name="due", now=timezone.now())


@shared_task(ignore_result=True)
def send_mail(mail: int) -> None:
    """Hand one mail of the outbox to the mail server. What doesn't go out now is due again later."""
    mail_send(mail=mail, at=timezone.now())
