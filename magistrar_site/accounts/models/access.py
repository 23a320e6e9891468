from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PersonalLink(models.Model):
    """The version of a player's personal link that is good. `subject` is the key of the entry that it speaks for. The
    link itself is a signature over subject and version, so nothing secret is stored; raising the version revokes it.
    `stands_for`: the key of another entry of the same person, which the link speaks for from now on ("": its own)."""

    subject = models.CharField(max_length=12, unique=True)
    version = models.PositiveIntegerField(default=1)
    revoked_at = models.DateTimeField(null=True, blank=True)
    stands_for = models.CharField(max_length=12, blank=True, default="", db_index=True)

    def __str__(self) -> str:
        return f"{self.subject} v{self.version}"


class JoinCode(models.Model):
    """A code to type on a phone in the hall: six digits that open an event's public page (`subject` is the event's
    stream), or eight characters that open a player's own page once (`subject` is the key of the entry). The code
    follows from the service's secret, subject and version, and only its keyed digest is stored; raising the version
    makes another one."""

    subject = models.CharField(max_length=40, unique=True)
    version = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.subject} v{self.version}"


class ApiToken(models.Model):
    """A program's access: shown once, stored as a digest, scoped, expiring, revocable."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("what it is for"), max_length=60)
    prefix = models.CharField(max_length=8, unique=True)
    digest = models.CharField(max_length=64)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_on = models.DateField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}...)"
