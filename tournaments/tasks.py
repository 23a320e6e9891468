from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.utils import timezone

from magistrar_site.shared.enqueue import begins, enqueue
from magistrar_site.shared.tasks import send_mail
from tournaments.selectors.standings.outdated import is_outdated
from tournaments.services.announcements.mail import mailing_write
from tournaments.services.rounds.pairing_jobs import pairing_job_work
from tournaments.services.series.grand_mage import grand_mage_refresh, grand_mage_refresh_after
from tournaments.services.stages.standings import standings_refresh


@shared_task(ignore_result=True)
def refresh_standings(event_key: str) -> None:
    """Work an event's tables out anew, unless they are."""
    begins(refresh_standings, event_key)
    if not is_outdated(event_key):
        return
    standings_refresh(event_key=event_key)


@shared_task(ignore_result=True)
def refresh_grand_mage(club_key: str) -> None:
    """Work a club's Grand Mage standings out anew."""
    begins(refresh_grand_mage, club_key)
    grand_mage_refresh(club_key=club_key)


@shared_task(ignore_result=True)
def refresh_grand_mage_after(event_key: str) -> None:
    """As above for the club of an event, where that event has anything to do with it."""
    begins(refresh_grand_mage_after, event_key)
    grand_mage_refresh_after(event_key=event_key)


@shared_task(bind=True, ignore_result=True)
def pair_round(self: Task[Any, Any], job_key: str) -> None:
    """Pair the round that somebody waits for. Handed out again, the worker before is dead."""
    redelivered = bool((self.request.delivery_info or {}).get("redelivered"))
    pairing_job_work(key=job_key, now=timezone.now(), takes_over=redelivered)


@shared_task(ignore_result=True)
def mail_entrants(mailing_key: str) -> None:
    """Write a mailing into the outbox, and send each of its mails by a task of its own."""
    for mail in mailing_write(key=mailing_key, at=timezone.now()):
        enqueue(send_mail, mail)
