from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClubEdition(models.Model):
    """A club's own edition of a game's rules: one version of it. `data` is the engine's JSON, with the key for a title;
    `digest` is its content hash, which games keep. Once a game was arranged with it, it is only followed by another
    version. Editions that came with an imported event belong to no club."""

    club = models.ForeignKey("games.Club", on_delete=models.PROTECT, null=True, blank=True, related_name="editions")
    system = models.CharField(max_length=40, default="magistrar")
    key = models.CharField(max_length=60, unique=True, help_text=_("What documents call it; another one each version."))
    title = models.CharField(_("title"), max_length=100)
    version = models.PositiveSmallIntegerField(default=1)
    follows = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="followed_by")
    data = models.TextField()
    digest = models.CharField(max_length=64, db_index=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["title", "version"]
        constraints = [models.UniqueConstraint(fields=["follows"], name="edition_followed_once")]
        verbose_name = _("edition")
        verbose_name_plural = _("editions")

    def __str__(self) -> str:
        return f"{self.title} ({self.version})" if self.version > 1 else self.title
