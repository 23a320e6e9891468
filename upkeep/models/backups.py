from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from upkeep.enums import BackupResult


class BackupRun(models.Model):
    """A backup that was begun. `slot` says for which time it is due, so that several processes make one; one that
    somebody asks for has a slot of its own. `differences` says of each event and league that doesn't hold which it is
    and what differs first."""

    slot = models.CharField(max_length=60, unique=True)
    machine = models.CharField(max_length=120)
    begun_at = models.DateTimeField(db_index=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=10, choices=BackupResult, default=BackupResult.RUNNING)
    file = models.CharField(max_length=120, blank=True, help_text=_("Its name in the folder of backups."))
    folder = models.TextField(blank=True, db_default="", help_text=_("Where it was put."))
    size = models.PositiveBigIntegerField(default=0, help_text=_("Bytes."))
    events = models.PositiveIntegerField(default=0)
    leagues = models.PositiveIntegerField(default=0)
    differences = models.JSONField(default=list, blank=True)
    problem = models.TextField(blank=True, help_text=_("Why it failed."))

    class Meta:
        ordering = ["-begun_at", "-pk"]
        verbose_name = _("backup")
        verbose_name_plural = _("backups")

    def __str__(self) -> str:
        return f"{self.slot}: {self.result}"
