from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import Grade
from games.models.games import seat_constraint
from magistrar_site.shared.models.abstract import Keyed


class Submission(Keyed):
    """A document that somebody handed in for a game, as it was sent, with the engine's report. Refused ones are kept
    too."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="submissions")
    body = models.BinaryField()
    grade = models.CharField(max_length=6, choices=Grade, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Whose player sent it; empty: desk."))
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    report = models.JSONField()
    accepted = models.BooleanField()
    refusal = models.CharField(max_length=40, blank=True)
    digest = models.CharField(max_length=64, blank=True, db_index=True, help_text=_("Of the canonical form."))
    idempotency_key = models.CharField(max_length=80)
    fact_number = models.PositiveIntegerField()

    class Meta:
        ordering = ["fact_number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "actor", "idempotency_key"], name="submission_sent_twice_is_once"),
            seat_constraint("seat", "submission_of_a_seat"),
        ]
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")

    def __str__(self) -> str:
        return self.key


class Confirmation(models.Model):
    """A player's answer to what another one handed in, or the desk's."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="confirmations")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Whose word it is; empty: the desk's."))
    confirms = models.BooleanField(help_text=_("No: a dispute."))
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    fact_number = models.PositiveIntegerField()

    class Meta:
        ordering = ["fact_number"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "seat"], name="one_answer_per_seat_and_submission"),
            models.UniqueConstraint(
                fields=["submission"], condition=models.Q(seat__isnull=True), name="one_answer_of_the_desk"
            ),
            seat_constraint("seat", "confirmation_of_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id} {self.seat or 'desk'} {'confirms' if self.confirms else 'disputes'}"
