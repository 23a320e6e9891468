"""Check-ins for a session: an evening, or the morning of a tournament's day."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class CheckInSession(models.Model):
    """One time of checking in, numbered from 1 in its event. The newest one counts; it is open until it is closed or
    the next one is opened."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="check_in_sessions")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="check_in_session_number_once"),
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(closed_at__isnull=True), name="one_open_check_in_per_event"
            ),
        ]
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")

    def __str__(self) -> str:
        return f"{self.event_id} session {self.number}"


class CheckIn(models.Model):
    """An entry is here in a session."""

    session = models.ForeignKey(CheckInSession, on_delete=models.CASCADE, related_name="check_ins")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="check_ins")
    at = models.DateTimeField()
    by_player = models.BooleanField(default=False)

    class Meta:
        ordering = ["session", "at"]
        constraints = [models.UniqueConstraint(fields=["session", "entry"], name="checked_in_once_per_session")]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.session_id}"
