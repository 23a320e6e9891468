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


class PoolState(models.Model):
    """How far a pool's ratings are worked out: derived. Without it they aren't, and are worked out from the first game
    on. Readers see the rows of `generation`, and of the changes those of older ones down to `oldest` that nothing
    replaced: a long piece of work writes the next generation beside it, and is seen when this number moves."""

    pool = models.OneToOneField(Pool, on_delete=models.CASCADE, primary_key=True, related_name="state")
    generation = models.PositiveIntegerField(default=1)
    oldest = models.PositiveIntegerField(default=1)
    last_day_from = models.DateTimeField(null=True, blank=True, help_text=_("When the last day of play began."))
    has_left_overs = models.BooleanField(default=False, help_text=_("Rows that nobody sees any more are still there."))

    class Meta:
        indexes = [
            models.Index(fields=["pool"], condition=models.Q(has_left_overs=True), name="pool_with_left_overs"),
        ]
        verbose_name = _("state of a pool")
        verbose_name_plural = _("states of pools")

    def __str__(self) -> str:
        return f"{self.pool_id} generation {self.generation}"


class RatingRun(models.Model):
    """A long piece of work on a pool's ratings, and how far it is: it goes on from `position` whoever takes it up.
    `start` is the position of the first changed game; empty for one from the first game on."""

    pool = models.OneToOneField(Pool, on_delete=models.CASCADE, primary_key=True, related_name="run")
    generation = models.PositiveIntegerField()
    start = models.CharField(max_length=42, blank=True)
    position = models.CharField(max_length=42, blank=True, help_text=_("The last game that is done."))
    games = models.PositiveIntegerField(default=0, help_text=_("How many games are done."))
    games_total = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("piece of work on ratings")
        verbose_name_plural = _("work on ratings")

    def __str__(self) -> str:
        return f"{self.pool_id}: {self.games} of {self.games_total} games"
