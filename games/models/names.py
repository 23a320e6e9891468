from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.isolates import NameField
from magistrar_site.shared.models.abstract import Keyed


class FormerName(Keyed):
    """A name that a player had before. Only staff see it and find the player by it; it goes when the person is deleted,
    and it can be deleted alone."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="former_names")
    name = NameField(_("name"), max_length=100)
    folded_name = models.CharField(max_length=220, db_index=True, editable=False)
    plain_name = models.CharField(max_length=220, editable=False)
    until = models.DateTimeField(help_text=_("When the player was given another name."))
    changed_by = models.CharField(max_length=60, help_text=_("The actor, as kind:key."))

    class Meta:
        ordering = ["player", "-until", "key"]
        verbose_name = _("former name")
        verbose_name_plural = _("former names")

    def __str__(self) -> str:
        return f"{self.player_id}: until {self.until:%Y-%m-%d}"
