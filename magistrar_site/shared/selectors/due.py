from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q

from magistrar_site.shared.models import DueWork, OutgoingMail, Pulse


def due_times(kind: str, subjects: Iterable[str]) -> dict[str, datetime]:
    """The times at which work of a kind is due, by its subject; those for which nothing is planned are left out."""
    rows = DueWork.objects.filter(kind=kind, subject__in=list(subjects))
    return dict(rows.values_list("subject", "due_at"))


@dataclass(frozen=True)
class Waiting:
    """Work that should have been done: how much, since when the oldest is due (None without any), and how much of it
    has failed before."""

    count: int
    since: datetime | None
    failing: int


def due_waiting(now: datetime) -> Waiting:
    """What is due and not done. Failed work counts from its next try on, and as failing until it is done."""
    failing = Count("pk", filter=Q(attempts__gt=0))
    due = Q(due_at__lte=now)
    found = DueWork.objects.aggregate(count=Count("pk", filter=due), since=Min("due_at", filter=due), failing=failing)
    return Waiting(**found)


def mails_unsent() -> Waiting:
    """Mails that no mail server has taken yet."""
    failing = Count("pk", filter=Q(attempts__gt=0))
    return Waiting(**OutgoingMail.objects.aggregate(count=Count("pk"), since=Min("created_at"), failing=failing))


def pulse_of(name: str) -> datetime | None:
    """When what is called `name` last ran; None where it never did."""
    return Pulse.objects.filter(name=name).values_list("at", flat=True).first()
