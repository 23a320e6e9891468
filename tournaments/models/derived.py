from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class StandingTable(models.Model):
    """A stage's table after a round, worked out from the event's facts up to `made_from`: derived, may be deleted."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="tables")
    after_round = models.PositiveSmallIntegerField()
    made_from = models.PositiveIntegerField(help_text=_("Number of the event's newest fact when it was made."))
    input_digest = models.CharField(max_length=64, help_text=_("Of everything the table follows from."))
    columns = models.JSONField(help_text=_("Codes of the tie-breaks, in order."))
    possible = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text=_("The places still possible, in the newest table; none once no game is left."),
    )

    class Meta:
        ordering = ["stage", "after_round"]
        constraints = [models.UniqueConstraint(fields=["stage", "after_round"], name="one_table_per_stage_and_round")]

    def __str__(self) -> str:
        return f"{self.stage_id} after {self.after_round}"


class Standing(models.Model):
    """A row of a table. Points in half points; values are the tie-breaks as text, exact, in the table's order."""

    table = models.ForeignKey(StandingTable, on_delete=models.CASCADE, related_name="rows")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="standings")
    rank = models.PositiveIntegerField()
    points = models.IntegerField()
    deducted = models.IntegerField(
        default=0, db_default=0, help_text=_("What an arbiter took away; the points are without it.")
    )
    is_counted = models.BooleanField(default=True, help_text=_("No: withdrew too early for the games to count."))
    played = models.PositiveSmallIntegerField(default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    draws = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    values = models.JSONField(default=list)
    parts = models.JSONField(default=list, help_text=_("How each value came about."))

    class Meta:
        ordering = ["table", "rank", "entry__number"]
        constraints = [models.UniqueConstraint(fields=["table", "entry"], name="one_standing_per_table_and_entry")]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry_id}"
