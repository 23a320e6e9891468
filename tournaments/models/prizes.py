from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import PrizeSharing


class PrizeCategory(Keyed):
    """A prize list of an event beside the main one: its `places` best entries that fulfil every condition that is set.
    Ratings are those used for seeding, in whole points."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="prize_categories")
    name = models.CharField(_("name"), max_length=80)
    places = models.PositiveSmallIntegerField(_("places"), default=1)
    rating_from = models.IntegerField(_("rating from"), null=True, blank=True)
    rating_below = models.IntegerField(_("rating below"), null=True, blank=True)
    amounts = models.JSONField(
        _("prize money"),
        default=list,
        db_default=models.Value([], models.JSONField()),
        blank=True,
        help_text=_("In cents, by place; none: no money."),
    )
    currency = models.CharField(_("currency"), max_length=3, blank=True, default="", db_default="")
    sharing = models.CharField(
        _("how prizes are shared"),
        max_length=6,
        choices=PrizeSharing,
        default=PrizeSharing.POINTS,
        db_default=PrizeSharing.POINTS,
    )
    club = models.ForeignKey("games.Club", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["event", "pk"]
        verbose_name = _("prize category")
        verbose_name_plural = _("prize categories")

    def __str__(self) -> str:
        return self.name
