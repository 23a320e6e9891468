"""What players are asked when they enter, and what they said: rows for the organiser, in no fact and no bundle."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import Asked, QuestionKind


class EntryForm(models.Model):
    """What an event asks beside the name: contact details, and a fee in hundredths of the currency (0: none). Contact
    details and answers are deleted so many days after the event is over."""

    event = models.OneToOneField(
        "tournaments.Event", on_delete=models.CASCADE, primary_key=True, related_name="entry_form"
    )
    mail = models.CharField(max_length=8, choices=Asked, default=Asked.NO)
    phone = models.CharField(max_length=8, choices=Asked, default=Asked.NO)
    note = models.CharField(max_length=8, choices=Asked, default=Asked.NO)
    fee = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=3, default="EUR")
    kept_days = models.PositiveSmallIntegerField(default=30)

    class Meta:
        verbose_name = _("what players are asked")
        verbose_name_plural = _("what players are asked")

    def __str__(self) -> str:
        return str(self.event_id)


class EntryQuestion(Keyed):
    """A question of the organiser's. `choices`: what can be chosen, for that kind alone. `is_public`: everybody reads
    the answers."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="entry_questions")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)
    kind = models.CharField(max_length=6, choices=QuestionKind, default=QuestionKind.TEXT)
    choices = models.JSONField(default=list, blank=True)
    is_required = models.BooleanField(default=False)
    is_public = models.BooleanField(default=False)

    class Meta:
        ordering = ["event", "number", "key"]
        verbose_name = _("question to players")
        verbose_name_plural = _("questions to players")

    def __str__(self) -> str:
        return f"{self.event_id}: {self.number}"


class EntryContact(models.Model):
    """How the organiser reaches a player, as given when entering."""

    entry = models.OneToOneField(
        "tournaments.Entry", on_delete=models.CASCADE, primary_key=True, related_name="contact"
    )
    mail = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    note = models.CharField(max_length=500, blank=True)
    given_at = models.DateTimeField()

    class Meta:
        verbose_name = _("contact details of a player")
        verbose_name_plural = _("contact details of players")

    def __str__(self) -> str:
        return str(self.entry_id)


class EntryAnswer(models.Model):
    """What a player said to a question. Of a question of yes or no: "yes" or "no"."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="answers")
    question = models.ForeignKey(EntryQuestion, on_delete=models.CASCADE, related_name="answers")
    text = models.CharField(max_length=500)

    class Meta:
        ordering = ["entry", "question__number"]
        constraints = [models.UniqueConstraint(fields=["entry", "question"], name="question_answered_once")]
        verbose_name = _("answer of a player")
        verbose_name_plural = _("answers of players")

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.question_id}"


class EntryFee(models.Model):
    """The fee of an entry where it was noted: how much (in hundredths), and whether, when and by whom it was noted as
    paid. Without a row it is the event's, and not paid."""

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, primary_key=True, related_name="fee")
    amount = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    paid_at = models.DateTimeField(null=True, blank=True)
    noted_by = models.CharField(max_length=60, blank=True, help_text=_("The actor, as kind:key."))
    noted_at = models.DateTimeField()

    class Meta:
        verbose_name = _("fee of a player")
        verbose_name_plural = _("fees of players")

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.amount} {self.currency}"
