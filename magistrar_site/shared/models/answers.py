from __future__ import annotations

from django.db import models


class AnsweredRequest(models.Model):
    """A request of the API that was answered, by its Idempotency-Key: sent again, it gets the same answer and changes
    nothing. Kept for a day."""

    name = models.CharField(max_length=64, unique=True, help_text="SHA-256 of who asked, the address and the key.")
    body = models.CharField(max_length=64, help_text="SHA-256 of what was sent.")
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.TextField(blank=True, help_text="JSON, encrypted with the key that only the sender has.")
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.name[:12]} at {self.at:%Y-%m-%d %H:%M}"
