from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Pool(models.Model):
    """A pool of games that count together. It belongs to a club or, without one, to the service; its owner admits
    events."""

    key = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=100)
    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, null=True, blank=True, related_name="pools")
    game_system = models.CharField(max_length=40, default="magistrar")
    rating_system = models.CharField(max_length=20, default="elo")
    options = models.JSONField(default=dict, blank=True, help_text=_("Options of the rating system."))
    minimum_games = models.PositiveSmallIntegerField(default=1, help_text=_("Games until a player is listed."))

    class Meta:
        ordering = ["name"]
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")

    def __str__(self) -> str:
        return self.name


class PoolSource(models.Model):
    """Up to which fact of a stream a pool's ratings are worked out. Behind the games' own numbers: stale."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="sources")
    stream = models.CharField(max_length=40)
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "stream"], name="pool_source_once_per_stream")]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.stream}#{self.number}"
