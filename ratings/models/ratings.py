from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Rating(models.Model):
    """A player's rating in a pool as it stands: derived, may be deleted and worked out again. Ratings are
    hundred-thousandths of a point, as in the algorithms. `state` is what the rating system needs to go on from here.
    `points` is the rating as it is listed and ranked, in whole points, and `points_before` what it was before the last
    day of play, for those who played on it: both are empty for players with too few games. Ranks and places follow from
    them when a leaderboard is read, so that a result touches the rows of its players alone."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="ratings", db_index=False)
    generation = models.PositiveIntegerField(default=1, help_text=_("Of a pool, one generation is shown at a time."))
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="ratings")
    value = models.IntegerField(help_text=_("In hundred-thousandths of a point."))
    games = models.PositiveIntegerField()
    is_provisional = models.BooleanField()
    points = models.IntegerField(null=True, blank=True, help_text=_("In whole points; empty: not listed yet."))
    points_before = models.IntegerField(null=True, blank=True, help_text=_("Before the last day of play."))
    last_played_at = models.DateTimeField()
    state = models.JSONField()

    # What a selector works out for those that it shows.
    rank: int | None = None
    previous_rank: int | None = None

    class Meta:
        ordering = ["pool", "-points", "-value"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "player", "generation"], name="one_rating_per_pool_and_player"),
        ]
        indexes = [
            # Everything that a leaderboard is filtered by, so that a scan of it reads no row.
            models.Index(
                fields=["pool", "generation", "points", "player", "last_played_at", "games"], name="rating_points"
            ),
            models.Index(fields=["pool", "generation", "last_played_at"], name="rating_last_played"),
        ]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool_id}: {self.value / 100_000:.0f}"


class RatingChange(models.Model):
    """The effect of one game on one player's rating, and the player's state after it: derived. Ratings in
    hundred-thousandths of a point, expected score and volatility in billionths; K is null in a system without one.
    `position` is the game's place in the order of play, as text that sorts so. A row is shown from its generation on,
    until the one in which it was replaced."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="changes", db_index=False)
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="rating_changes", db_index=False)
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="rating_changes", db_index=False)
    opponent = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="+", null=True, blank=True, db_index=False
    )
    position = models.CharField(max_length=42)
    generation = models.PositiveIntegerField(default=1)
    replaced_in = models.PositiveIntegerField(null=True, blank=True)
    score = models.PositiveSmallIntegerField(help_text=_("In half points."))
    before = models.IntegerField()
    after = models.IntegerField()
    expected = models.BigIntegerField()
    k = models.IntegerField(null=True, blank=True)
    games = models.PositiveIntegerField(help_text=_("How many rated games of the player, with this one."))
    peak = models.IntegerField()
    deviation = models.IntegerField(null=True, blank=True)
    volatility = models.IntegerField(null=True, blank=True)
    is_provisional = models.BooleanField()

    class Meta:
        ordering = ["pool", "position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player", "generation"], name="one_change_per_game_player")
        ]
        indexes = [
            models.Index(fields=["player", "pool", "position"], name="rating_history"),
            # With what says whether a row is shown: SQLite went through all rows for the newest one.
            models.Index(fields=["pool", "position", "generation", "replaced_in"], name="rating_order_of_play"),
            models.Index(fields=["pool"], condition=models.Q(replaced_in__isnull=False), name="rating_replaced"),
        ]
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} -> {self.after}"
