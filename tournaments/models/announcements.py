from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed


class Announcement(Keyed):
    """Something that the players and the hall of an event are told, until it is taken back. The text is empty where it
    was erased with a person whom it names."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="announcements")
    text = models.TextField(_("text"), blank=True)
    said_at = models.DateTimeField()
    by_mail = models.BooleanField(default=False)

    class Meta:
        ordering = ["-said_at", "-pk"]
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")

    def __str__(self) -> str:
        return self.key
