"""Where other programs are told what happened, and how that went."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from news.enums import DeliveryState, HappeningType, Trouble


class Webhook(Keyed):
    """An address of another program that a club has told what happens. There is no secret here: it is worked out from
    the site's own key, the webhook's key and `secret_number`. Those before it count until `earlier_until`."""

    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    types = models.JSONField(default=list, help_text="The types of happenings; empty: all, also later ones.")
    secret_number = models.PositiveIntegerField(default=1)
    earlier_until = models.DateTimeField(null=True, blank=True, help_text="Until when the secret before counts.")
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True, help_text="The first failure since a success.")
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="Stopped, by itself or by an owner.")
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="Somebody is sending to it until then.")

    class Meta:
        ordering = ["created_at", "key"]

    def __str__(self) -> str:
        return f"{self.key} of {self.club_id}"

    def wants(self, type_: HappeningType) -> bool:
        return not self.types or type_.value in self.types


class WebhookDelivery(Keyed):
    """A message on its way, or one that was sent. It holds no content: that is made when it is sent, from the fact
    `number` of `stream`, as the public sees it then; for a test there is no fact."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message = models.CharField(max_length=80, help_text="The id of the message, the same at each attempt.")
    type = models.CharField(max_length=20, choices=[*HappeningType.choices, ("test", _("a test"))])
    stream = models.CharField(max_length=40, blank=True)
    number = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=9, choices=DeliveryState, default=DeliveryState.WAITING)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="When it is tried next.")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["webhook", "message"], name="message_once_per_webhook")]
        indexes = [
            models.Index(
                fields=["webhook", "due_at"], condition=models.Q(state=DeliveryState.WAITING), name="message_waiting"
            ),
            models.Index(fields=["created_at"], name="message_created"),
        ]

    def __str__(self) -> str:
        return f"{self.message} to {self.webhook_id}: {self.state}"


class WebhookAttempt(models.Model):
    """One attempt to deliver a message. Nothing of the answer is kept but its status."""

    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The answer's, if there was one.")
    milliseconds = models.PositiveIntegerField()
    trouble = models.CharField(max_length=11, choices=Trouble, default=Trouble.NONE, blank=True)

    class Meta:
        ordering = ["delivery", "number"]
        constraints = [models.UniqueConstraint(fields=["delivery", "number"], name="attempt_number_once")]

    def __str__(self) -> str:
        return f"{self.delivery_id}/{self.number}: {self.status or self.trouble}"
