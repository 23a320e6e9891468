from __future__ import annotations

from django.db import models


class Keyed(models.Model):
    """Something with a stable public key (12 letters): what addresses, facts and bundles call it by. The database's
    own number stays inside."""

    key = models.CharField(max_length=12, unique=True, editable=False)

    class Meta:
        abstract = True
