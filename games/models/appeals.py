from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import seat_constraint


class Appeal(models.Model):
    """A player's answer to a decision about their game, and what became of it. The texts stand beside the facts."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="appeals")
    seat = models.PositiveSmallIntegerField()
    ruling = models.PositiveIntegerField(help_text=_("The number of the fact that is appealed."))
    at = models.DateTimeField()
    fact_number = models.PositiveIntegerField()
    decided_fact = models.PositiveIntegerField(default=0, help_text=_("0: nobody has decided it yet."))
    granted = models.BooleanField(default=False)

    class Meta:
        ordering = ["game", "fact_number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat", "ruling"], name="one_appeal_of_a_seat_to_a_ruling"),
            seat_constraint("seat", "appeal_of_a_seat"),
        ]
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat} to {self.ruling}"
