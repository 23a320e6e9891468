from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import Grade, Outcome, ResultKind, Side


class GameResult(models.Model):
    """One version of a game's result. At most one is current; the others are how it stood before."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="results")
    is_current = models.BooleanField(default=True)
    kind = models.CharField(max_length=16, choices=ResultKind, default=ResultKind.PLAYED)
    grade = models.CharField(max_length=6, choices=Grade)
    winner = models.CharField(max_length=5, choices=Side, blank=True, help_text=_("Empty: a tie, or both forfeit."))
    submission = models.ForeignKey(
        "games.Submission", on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )
    report = models.JSONField(null=True, blank=True, help_text=_("The engine's report, where a game was handed in."))
    fact_number = models.PositiveIntegerField()

    class Meta:
        ordering = ["game", "fact_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(is_current=True), name="one_current_result_per_game"
            )
        ]
        verbose_name = _("result")
        verbose_name_plural = _("results")

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind} {self.winner or '='}"


class SeatResult(models.Model):
    """What a result means for one seat. Honoris and the rest are null where they are not known."""

    result = models.ForeignKey(GameResult, on_delete=models.CASCADE, related_name="seats")
    seat = models.ForeignKey("games.GameSeat", on_delete=models.CASCADE, related_name="results")
    outcome = models.CharField(max_length=4, choices=Outcome)
    honoris = models.SmallIntegerField(null=True, blank=True)
    markers = models.PositiveSmallIntegerField(null=True, blank=True)
    encounters = models.PositiveSmallIntegerField(null=True, blank=True)
    level = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["result", "seat"], name="one_seat_result_per_result")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.outcome}"


class DuelRow(models.Model):
    """One duel of a result. `points` and `level` map a side to its number; `encounters` names each encounter's winner
    (null where nobody won), or is null where only a sheet is known."""

    result = models.ForeignKey(GameResult, on_delete=models.CASCADE, related_name="duels")
    number = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=5, choices=Side, blank=True)
    points = models.JSONField()
    level = models.JSONField()
    encounters = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["result", "number"]
        constraints = [models.UniqueConstraint(fields=["result", "number"], name="duel_once_per_result")]

    def __str__(self) -> str:
        return f"{self.result_id} duel {self.number}"
