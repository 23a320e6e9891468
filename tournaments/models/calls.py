"""Calls for the arbiter from a table."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed


class ArbiterCall(Keyed):
    """A player calls the arbiter to their table; somebody takes the call, and closes it. No fact: a call decides
    nothing, and what comes of it (a ruling, a penalty) is a fact with a reason."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="calls")
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="calls", help_text=_("Whose player called.")
    )
    at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.CharField(max_length=60, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(closed_at__isnull=True), name="one_open_call_of_a_table"
            ),
            models.CheckConstraint(
                condition=models.Q(taken_at__isnull=True, taken_by="") | models.Q(taken_at__isnull=False),
                name="call_taken_by_somebody",
            ),
        ]
        verbose_name = _("call for the arbiter")
        verbose_name_plural = _("calls for the arbiter")

    def __str__(self) -> str:
        return self.key
