from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.isolates import NameField


class EventAbout(models.Model):
    """What an event says of itself, in its organiser's words: a row of its own, since lists of events don't need it.
    The description is Markdown, everything else plain text."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, primary_key=True, related_name="about")
    description = models.TextField(_("description"), blank=True)
    place = NameField(_("place"), max_length=200, blank=True)
    fee = models.CharField(_("fee"), max_length=100, blank=True)
    schedule = models.TextField(_("times"), blank=True)
    entering = models.TextField(_("how to take part"), blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("what an event says of itself")
        verbose_name_plural = _("what events say of themselves")

    def __str__(self) -> str:
        return str(self.event_id)


ABOUT_TEXTS = ("description", "place", "fee", "schedule", "entering", "contact")
