from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import Grade, ResultKind
from games.models.games import seat_constraint


class GameResult(models.Model):
    """One version of a game's result. At most one is current; the others are how it stood before."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="results")
    is_current = models.BooleanField(default=True)
    kind = models.CharField(max_length=16, choices=ResultKind, default=ResultKind.PLAYED)
    grade = models.CharField(max_length=6, choices=Grade)
    winner = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The seat alone on place 1; empty: none is.")
    )
    submission = models.ForeignKey(
        "games.Submission", on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )
    report = models.JSONField(null=True, blank=True, help_text=_("The engine's report, where a game was handed in."))
    by_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Entered at the desk by somebody who plays in the game: their seat.")
    )
    fact_number = models.PositiveIntegerField()

    class Meta:
        ordering = ["game", "fact_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(is_current=True), name="one_current_result_per_game"
            ),
            seat_constraint("winner", "winner_is_a_seat"),
            seat_constraint("by_seat", "result_entered_by_a_seat"),
        ]
        verbose_name = _("result")
        verbose_name_plural = _("results")

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind} {self.winner or '='}"


class SeatResult(models.Model):
    """The place of one seat in a result, with the numbers that are known of it."""

    result = models.ForeignKey(GameResult, on_delete=models.CASCADE, related_name="seats")
    seat = models.ForeignKey("games.GameSeat", on_delete=models.CASCADE, related_name="results")
    place = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("1 is the best, shared where ranked equally; empty: everybody lost.")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="one_seat_result_per_result"),
            seat_constraint("place", "place_of_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.place}"

    @property
    def numbers_by_key(self) -> dict[str, int]:
        """The numbers that are known of the seat."""
        return {row.key: row.value for row in self.numbers.all()}


class SeatNumber(models.Model):
    """A number that the game's system declares, as a result has it for one seat. There is no row for one that isn't
    known."""

    seat_result = models.ForeignKey(SeatResult, on_delete=models.CASCADE, related_name="numbers", db_index=False)
    key = models.CharField(max_length=20)
    value = models.IntegerField()

    class Meta:
        ordering = ["seat_result", "id"]
        constraints = [models.UniqueConstraint(fields=["seat_result", "key"], name="number_once_per_seat_result")]

    def __str__(self) -> str:
        return f"{self.seat_result_id} {self.key} {self.value}"


class PartResult(models.Model):
    """One part of a result, by its number. `winner` is the seat that won it, empty where none did."""

    result = models.ForeignKey(GameResult, on_delete=models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["result", "number"]
        constraints = [
            models.UniqueConstraint(fields=["result", "number"], name="part_once_per_result"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="parts_count_from_1"),
            seat_constraint("winner", "part_winner_is_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id} part {self.number}"


class PartSeat(models.Model):
    """One seat's share of a part of a result; place and points are null where a part has none."""

    part = models.ForeignKey(PartResult, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["part", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["part", "seat"], name="one_seat_per_part"),
            seat_constraint("seat", "part_seat_of_a_game"),
            seat_constraint("place", "part_place_of_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.part_id} seat {self.seat}: {self.points}"
