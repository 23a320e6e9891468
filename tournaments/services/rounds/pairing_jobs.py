"""Pairing a large field in the background: asked for once, taken up again where a worker dies, nothing doubled."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError
from tournaments.enums import PairingStep
from tournaments.models import Entry, Event, PairingJob, Round, Stage
from tournaments.models.pairing_jobs import OVER
from tournaments.selectors.rounds.pairing_jobs import HOLD, job_by_key, job_of_round, unheld
from tournaments.services.permissions import require_event
from tournaments.services.rounds.pair import round_due, round_pair, round_standing
from tournaments.services.rounds.publish import round_publish
from tournaments.signals import pairing_asked

log = logging.getLogger(__name__)

AT_ONCE = 200  # up to so many entries are paired while the request waits
MOST_ATTEMPTS = 4


def round_pair_ask(*, act: Act, stage: Stage, number: int, publishes: bool = False) -> Round | PairingJob:
    """Pair a round: a small field at once, a large one in the background. Pressed twice is once: the round, or the job
    that works on it. The refusals of `round_pair`, as far as they can be known before it is worked out."""
    if round_standing(stage, number) is None and _field_size(stage.event) > AT_ONCE:
        try:
            return _job_create(act, stage, number, publishes=publishes)
        except DomainError:
            if round_standing(stage, number) is None:  # else somebody else's was paired at the same moment
                raise
    return _pair_now(act, stage, number, publishes=publishes)


def _field_size(event: Event) -> int:
    return Entry.objects.filter(event=event, number__isnull=False).count()


def _pair_now(act: Act, stage: Stage, number: int, *, publishes: bool) -> Round:
    round_ = round_pair(act=act, stage=stage, number=number)
    return round_publish(act=act, round_=round_) if publishes else round_


def _job_create(act: Act, stage: Stage, number: int, *, publishes: bool) -> PairingJob:
    require_event(act, stage.event, Action.PAIR)
    round_due(act, stage, number)
    asked = PairingJob(
        key=act.ids.key(),
        stage=stage,
        round_number=number,
        publishes=publishes,
        asked_at=act.at,
        asked_by=str(act.actor),
        by_staff=act.actor.staff,
        why=act.why[:300],
        language=translation.get_language() or "en",
    )
    try:
        with transaction.atomic():
            asked.save(force_insert=True)
            transaction.on_commit(lambda: pairing_asked.send(sender=PairingJob, job_key=asked.key))
    except IntegrityError:
        standing = job_of_round(stage, number)
        if standing is None:  # the key was taken, not the round
            raise
        return standing
    return asked


def pairing_job_work(*, key: str, now: datetime, takes_over: bool = False) -> bool:
    """Work a job off; False where another worker holds it, or it is over. `takes_over`: the worker that holds it is
    known to be dead. Run twice, late or after a crash, there is one round."""
    if not _claim(key, now, takes_over=takes_over):
        return False
    job = job_by_key(key)
    if job is None:
        return False
    if job.attempts > MOST_ATTEMPTS:
        _end(job, PairingStep.REFUSED, "pairing_broke_off", str(_BROKE_OFF))
        log.error("pairing given up", extra={"job": key, "attempts": job.attempts})
        return False
    with translation.override(job.language):
        try:
            _work(job, now)
        except DomainError as refusal:
            _end(job, PairingStep.REFUSED, refusal.code, str(refusal.message))
        else:
            _end(job, PairingStep.DONE)
    return True


_BROKE_OFF = _("Pairing failed several times, and nothing was changed. Try again, or tell whoever runs this service.")


def _claim(key: str, now: datetime, *, takes_over: bool) -> bool:
    """Take the job for this worker: compare and set, so that one of several gets it."""
    jobs = PairingJob.objects.filter(key=key).exclude(step__in=OVER)
    if not takes_over:
        jobs = jobs.filter(Q(held_until__isnull=True) | unheld(now))
    return bool(jobs.update(held_until=now + HOLD, attempts=F("attempts") + 1))


def _work(job: PairingJob, now: datetime) -> None:
    kind, _separator, key = job.asked_by.partition(":")
    act = Act(actor=Actor(kind, key, staff=job.by_staff), at=now, why=job.why)

    def tell(step: PairingStep) -> None:
        PairingJob.objects.filter(pk=job.pk).exclude(step__in=OVER).update(step=step)

    round_ = round_pair(act=act, stage=job.stage, number=job.round_number, tell=tell)
    if job.publishes:
        round_publish(act=act.because(""), round_=round_)


def _end(job: PairingJob, step: PairingStep, code: str = "", message: str = "") -> None:
    jobs = PairingJob.objects.filter(pk=job.pk).exclude(step__in=OVER)
    jobs.update(step=step, held_until=None, refusal_code=code, refusal=message)
