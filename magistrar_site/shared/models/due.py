from __future__ import annotations

from django.db import models


class DueWork(models.Model):
    """Work that is due at a time: deadlines, openings, retries. Worked off by Celery beat, or by the thread of the
    one-machine set-up; a page view never does. `kind` names a function of the registry in `shared.services.due`,
    `subject` is what it is about. Working it twice must change nothing."""

    kind = models.CharField(max_length=60)
    subject = models.CharField(max_length=80)
    due_at = models.DateTimeField(db_index=True)
    span = models.DurationField(
        null=True, blank=True, help_text="How long after something happened; empty for a time of the day."
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="due_once_per_kind_and_subject")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} at {self.due_at:%Y-%m-%d %H:%M}"


class MachineClock(models.Model):
    """What a machine's clock must have said when it was started (`boot` names that start), worked out from its clock
    and from how long it has been running. It changes where the clock was set."""

    boot = models.CharField(max_length=64, unique=True)
    started_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.boot} {self.started_at:%Y-%m-%d %H:%M:%S}"


class Pulse(models.Model):
    """When something that runs again and again last did. `name` says what: "due" is `work_off_due`."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
