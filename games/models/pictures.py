from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Picture(models.Model):
    """A small picture, encoded by us (`shared.images`); `digest` is the beginning of the SHA-256 of its bytes."""

    data = models.BinaryField(help_text=_("WebP, at most 256 pixels a side."))
    digest = models.CharField(max_length=16)

    is_hidden = models.BooleanField(default=False, db_default=False, help_text=_("By the service's staff."))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.digest


class ClubLogo(Picture):
    club = models.OneToOneField("games.Club", on_delete=models.CASCADE, primary_key=True, related_name="logo")


class PlayerPicture(Picture):
    """The picture that an account holder wants in place of the avatar. Strangers see it only with the name."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, primary_key=True, related_name="picture")
