from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class IncomingBundle(models.Model):
    """An event's file that somebody has sent and looks at before bringing it in; one for each person. No fact."""

    by = models.CharField(max_length=80, unique=True, help_text=_("The actor, as kind:key."))
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the file."))
    data = models.BinaryField(help_text=_("The file, compressed with zlib."))
    sent_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("incoming event file")
        verbose_name_plural = _("incoming event files")

    def __str__(self) -> str:
        return f"{self.by}: {self.digest[:12]}"
