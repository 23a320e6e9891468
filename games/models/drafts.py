from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game, seat_constraint


class DraftPart(models.Model):
    """One finished part of a record that the players are still making, as a record has it. It is no
    evidence and on no chain: it goes when the game is settled. `version` is the idempotency key that it was saved
    with."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="draft_parts")
    number = models.PositiveSmallIntegerField()
    body = models.JSONField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Whose player saved it; empty: desk."))
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    version = models.CharField(max_length=80)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="draft_part_once_per_game"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="draft_parts_count_from_1"),
            seat_constraint("seat", "draft_part_of_a_seat"),
        ]
        verbose_name = _("part of a record in progress")
        verbose_name_plural = _("parts of a record in progress")

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class DraftSecret(models.Model):
    """What one seat keeps to itself of a record that the players are still making, as a record has it. Nobody but the
    player of that seat reads it before it `is_open`. It is on no chain, and goes when the game is settled."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="draft_secrets")
    seat = models.PositiveSmallIntegerField()
    body = models.JSONField()
    is_open = models.BooleanField(default=False)
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    version = models.CharField(max_length=80)

    class Meta:
        ordering = ["game", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="draft_secret_once_per_seat"),
            seat_constraint("seat", "draft_secret_of_a_seat"),
        ]
        verbose_name = _("secret of a seat in progress")
        verbose_name_plural = _("secrets of seats in progress")

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"
