from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import ChallengeOutcome


class Challenge(Keyed):
    """A challenge on a ladder. Once it is accepted it has a match, whose game says how it ends; before, `outcome`
    does."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="challenges_got")
    made_at = models.DateTimeField()
    made_fact = models.PositiveIntegerField(help_text=_("Number of the fact by which it was made."))
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_fact = models.PositiveIntegerField(default=0)
    match = models.OneToOneField(
        "tournaments.Match", on_delete=models.PROTECT, null=True, blank=True, related_name="challenge"
    )
    outcome = models.CharField(
        max_length=10,
        choices=ChallengeOutcome,
        default=ChallengeOutcome.NONE,
        blank=True,
        help_text=_("How it ended without a match."),
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_fact = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["stage", "made_fact"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(challenger=models.F("challenged")), name="nobody_challenges_themselves"
            ),
            models.CheckConstraint(
                condition=models.Q(outcome="", ended_at=None)
                | ~models.Q(outcome="") & models.Q(ended_at__isnull=False),
                name="ended_challenge_says_when",
            ),
        ]
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")

    def __str__(self) -> str:
        return f"{self.challenger_id} against {self.challenged_id}"


class Holiday(models.Model):
    """What a player said of being away: from the first day to the last, both included. Without days: that they are
    back, so that no day from then on is away that was said before."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="holidays")
    said_at = models.DateTimeField()
    fact_number = models.PositiveIntegerField()
    first = models.DateField(null=True, blank=True)
    last = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["fact_number"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(first=None, last=None) | models.Q(first__lte=models.F("last")),
                name="holiday_ends_after_it_begins",
            )
        ]
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.first} to {self.last}"
