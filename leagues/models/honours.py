from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.enums import HonourKind
from leagues.models.seasons import Division, Season
from magistrar_site.shared.models.abstract import Keyed


class Honour(Keyed):
    """What a player won or lost in a closed season, for good."""

    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="honours")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="honours")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="honours")
    kind = models.CharField(max_length=10, choices=HonourKind)

    class Meta:
        ordering = ["season", "division", "kind", "key"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player", "kind"], name="honour_once_per_season_and_player")
        ]
        verbose_name = _("honour")
        verbose_name_plural = _("honours")

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
