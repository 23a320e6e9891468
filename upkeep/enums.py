from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class BackupResult(models.TextChoices):
    """How a backup went."""

    RUNNING = "running", _("is being made")
    VERIFIED = "verified", _("made and verified")
    DIFFERS = "differs", _("made, but not everything in it holds")
    FAILED = "failed", _("failed")
