from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class GameDeal(models.Model):
    """What the service dealt for a game: a seed says it. Everybody knows its commitment. As long as it isn't open, the
    seed is for the engine alone: of what it deals each player sees their own. Empty where it stayed elsewhere."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="deal")
    commitment = models.CharField(max_length=64)
    seed = models.CharField(max_length=64, blank=True)
    is_open = models.BooleanField(default=False)
    hosts = models.JSONField(help_text=_("By seat in order: the seat whose device shows its cards too, or its own."))

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(is_open=False) | ~models.Q(seed=""), name="open_deal_has_a_seed")
        ]
        verbose_name = _("deal of a game")
        verbose_name_plural = _("deals of games")

    def __str__(self) -> str:
        return f"{self.game_id} {self.commitment[:8]}"
