from __future__ import annotations

from django.conf import settings
from django.db import models


class MailConsent(models.Model):
    """An account agreed to get mails about the events of a club that it takes part in. `language`: that of the page on
    which it agreed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_consents")
    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, related_name="mail_consents")
    language = models.CharField(max_length=10)
    agreed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "club"], name="one_mail_consent_per_user_and_club")]

    def __str__(self) -> str:
        return f"{self.user_id} agreed to mails of {self.club_id}"
