from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClaimState(models.TextChoices):
    OPEN = "open", _("waiting for an answer")
    ACCEPTED = "accepted", _("agreed")
    REFUSED = "refused", _("refused")
