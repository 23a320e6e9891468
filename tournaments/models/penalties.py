from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import PenaltyKind


class Penalty(Keyed):
    """What an arbiter gave an entry in a round, for a reason that the fact has. `amount`: points in units of the
    stage's points, or minutes; 0 for a warning. One that was taken back counts for nothing and stays on record."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="penalties")
    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(help_text=_("0: before the first round."))
    kind = models.CharField(max_length=7, choices=PenaltyKind)
    amount = models.PositiveSmallIntegerField(default=0)
    given_at = models.DateTimeField()
    fact_number = models.PositiveIntegerField(help_text=_("Number of the fact that gave it."))
    is_taken_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["-fact_number"]
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")

    def __str__(self) -> str:
        return f"{self.kind} of {self.entry_id}"
