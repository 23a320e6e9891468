from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from moderation.enums import Kind


class Step(Keyed):
    """Something was hidden, or an account suspended: the log of what the service's staff did, and why. It holds until
    it is lifted. `subject` is the key of what it is about. `was_shown`: lifting it shows a player's name again."""

    kind = models.CharField(max_length=8, choices=Kind)
    subject = models.CharField(max_length=12)
    report = models.ForeignKey(
        "moderation.Report", on_delete=models.SET_NULL, null=True, blank=True, related_name="steps"
    )
    why = models.TextField(_("reason"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    was_shown = models.BooleanField(default=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    lifted_why = models.TextField(blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"], condition=models.Q(lifted_at=None), name="one_step_holds_at_a_time"
            )
        ]
        verbose_name = _("step")
        verbose_name_plural = _("steps")

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
