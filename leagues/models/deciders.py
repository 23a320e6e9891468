from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.enums import DecidedBy, DeciderKind
from leagues.models.seasons import Season
from magistrar_site.shared.models.abstract import Keyed


class Decider(Keyed):
    """What decides between players at the closing of a season: level ones of a division whose order matters, or the
    pair of a play-off. `number` is the division's, or the border's (1 is between divisions 1 and 2). `entries` are keys
    of entries of the season, as the tables have them; `order` has the same in the order that was decided, the first one
    in front, and is empty until then. `event`: where it is played."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="deciders")
    kind = models.CharField(max_length=8, choices=DeciderKind)
    number = models.PositiveSmallIntegerField()
    entries = models.JSONField()
    order = models.JSONField(default=list, blank=True)
    how = models.CharField(max_length=6, choices=DecidedBy, blank=True)
    event = models.OneToOneField(
        "tournaments.Event", on_delete=models.PROTECT, null=True, blank=True, related_name="decider"
    )

    class Meta:
        ordering = ["season", "kind", "number", "key"]
        verbose_name = _("decider")
        verbose_name_plural = _("deciders")

    def __str__(self) -> str:
        return self.key
