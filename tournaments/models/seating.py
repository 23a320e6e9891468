"""Wishes before a round is paired: byes, fixed tables, players who are kept apart."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ByeKind, Separation


class ByeRequest(models.Model):
    """An entry won't play in a round of a stage. Full-point, half-point, or zero-point, which is also how somebody who
    is absent stands here."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="bye_requests")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=ByeKind)
    by_player = models.BooleanField(default=False)

    class Meta:
        ordering = ["stage", "round_number", "entry"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry", "round_number"], name="one_bye_request_per_round"),
            models.CheckConstraint(
                condition=models.Q(kind__in=[ByeKind.FULL.value, ByeKind.HALF.value, ByeKind.ZERO.value]),
                name="bye_request_kind",
            ),
        ]
        verbose_name = _("requested bye")
        verbose_name_plural = _("requested byes")

    def __str__(self) -> str:
        return f"{self.entry_id} round {self.round_number}: {self.kind}"


class FixedTable(models.Model):
    """The table at which an entry always plays, or two of them when they meet (`partner`)."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="fixed_tables")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="fixed_tables")
    partner = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, null=True, blank=True, related_name="fixed_tables_as_partner"
    )
    table = models.PositiveIntegerField()

    class Meta:
        ordering = ["event", "table", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(partner__isnull=True), name="one_fixed_table_per_entry"
            ),
            models.UniqueConstraint(fields=["entry", "partner"], name="one_fixed_table_per_pair"),
        ]
        verbose_name = _("fixed table")
        verbose_name_plural = _("fixed tables")

    def __str__(self) -> str:
        return f"{self.entry_id}: table {self.table}"


class SeparatedPair(models.Model):
    """Two entries that are kept apart by hand; `first` has the smaller primary key."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="separated_pairs")
    first = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    how = models.CharField(max_length=9, choices=Separation)

    class Meta:
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="pair_separated_once"),
            models.CheckConstraint(condition=models.Q(first__lt=models.F("second")), name="separated_pair_in_order"),
        ]
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")

    def __str__(self) -> str:
        return f"{self.first_id} {self.how} {self.second_id}"
