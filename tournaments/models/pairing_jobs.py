from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import PairingStep

OVER = (PairingStep.DONE, PairingStep.REFUSED)


class PairingJob(Keyed):
    """The pairing of one round of a large field, worked out in the background for somebody who waits for it. No fact:
    the round that comes out is one. Until `held_until` a worker holds it; later another may take it up."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="pairing_jobs")
    round_number = models.PositiveSmallIntegerField()
    publishes = models.BooleanField(default=False, help_text=_("Publish the round as soon as it is paired."))
    step = models.CharField(max_length=8, choices=PairingStep, default=PairingStep.WAITING)
    asked_at = models.DateTimeField()
    asked_by = models.CharField(max_length=80, help_text=_("The actor, as kind:key."))
    by_staff = models.BooleanField(default=False)
    why = models.CharField(max_length=300, blank=True, help_text=_("The reason to pair although results are missing."))
    language = models.CharField(max_length=10, help_text=_("In which a refusal is said."))
    held_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    refusal_code = models.CharField(max_length=60, blank=True)
    refusal = models.TextField(blank=True)

    class Meta:
        ordering = ["stage", "round_number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "round_number"],
                condition=~models.Q(step__in=[step.value for step in OVER]),
                name="one_pairing_at_a_time",
            )
        ]
        verbose_name = _("pairing in the background")
        verbose_name_plural = _("pairings in the background")

    def __str__(self) -> str:
        return f"{self.stage_id} round {self.round_number}: {self.step}"

    @property
    def is_over(self) -> bool:
        return self.step in OVER
