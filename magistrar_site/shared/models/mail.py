from __future__ import annotations

from django.db import models


class OutgoingMail(models.Model):
    """A mail that is on its way: written in the transaction that causes it, deleted once the mail server has it. May
    hold a link that sets a password, so it stays three days at most."""

    subject = models.TextField()
    body = models.TextField()
    sender = models.CharField(max_length=320)
    recipients = models.JSONField(help_text="Addresses by kind: to, cc, bcc, reply_to.")
    headers = models.JSONField(default=dict)
    alternatives = models.JSONField(default=list, help_text="Other forms of the body, with their content types.")
    created_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="Somebody is sending it until then.")
    attempts = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"mail {self.pk} of {self.created_at:%Y-%m-%d %H:%M}"


class MailCount(models.Model):
    """The number of mails of a day that one address got, or that one sender caused. Kept until the day after."""

    day = models.DateField()
    of = models.CharField(max_length=64, help_text="A keyed digest of the address or the sender.")
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "of"], name="one_mail_count_a_day")]

    def __str__(self) -> str:
        return f"{self.of[:12]}: {self.count} on {self.day}"
