from __future__ import annotations

from django.db import models

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import MailTopic


class Mailing(Keyed):
    """Something that everybody in an event is told by mail, once. No fact: what it tells of is one. `occasion` names
    that, so that the same is never told twice. The text goes once the mails are in the outbox; what stays is how many
    there were, and how many players a mail couldn't reach or a limit held back."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="mailings")
    occasion = models.CharField(max_length=60)
    topic = models.CharField(max_length=12, choices=MailTopic)
    text = models.TextField(blank=True)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    mailed = models.PositiveIntegerField(default=0)
    held_back = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "occasion"], name="mailed_once_per_occasion")]

    def __str__(self) -> str:
        return f"{self.topic} of {self.event_id}: {self.occasion}"
