from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Rating(models.Model):
    """A player's rating in a pool as it stands: derived, may be deleted and worked out again. Ratings are
    hundred-thousandths of a point, as in the algorithms. `state` is what the rating system needs to go on from here.
    `place` counts the ranked players in the leaderboard's order, 1, 2, 3 ...: those who share a rank stand at
    different places, so that any page is found without counting the rows before it."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="ratings")
    value = models.IntegerField(help_text=_("In hundred-thousandths of a point."))
    games = models.PositiveIntegerField()
    is_provisional = models.BooleanField()
    rank = models.PositiveIntegerField(null=True, blank=True)
    previous_rank = models.PositiveIntegerField(null=True, blank=True)
    place = models.PositiveIntegerField(null=True, blank=True)
    last_played_at = models.DateTimeField()
    state = models.JSONField()

    class Meta:
        ordering = ["pool", "place", "-value"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="one_rating_per_pool_and_player"),
            models.CheckConstraint(
                condition=models.Q(place=None, rank=None) | models.Q(place__isnull=False, rank__isnull=False),
                name="rating_ranked_has_place",
            ),
        ]
        indexes = [
            # Everything that a leaderboard is filtered by, so that a scan of it reads no row.
            models.Index(fields=["pool", "place", "player", "last_played_at", "games"], name="rating_places"),
        ]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool_id}: {self.value / 100_000:.0f}"


class RatingChange(models.Model):
    """The effect of one game on one player's rating: derived. Ratings in hundred-thousandths of a point, the expected
    score in billionths; K is null in a system without one."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="changes")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="rating_changes")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="rating_changes")
    opponent = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(help_text=_("Place in the pool's order of play."))
    score = models.PositiveSmallIntegerField(help_text=_("In half points."))
    before = models.IntegerField()
    after = models.IntegerField()
    expected = models.IntegerField()
    k = models.IntegerField(null=True, blank=True)
    deviation = models.IntegerField(null=True, blank=True)
    is_provisional = models.BooleanField()

    class Meta:
        ordering = ["pool", "number"]
        constraints = [models.UniqueConstraint(fields=["pool", "game", "player"], name="one_change_per_game_player")]
        indexes = [models.Index(fields=["pool", "player", "number"], name="rating_history")]
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} -> {self.after}"
