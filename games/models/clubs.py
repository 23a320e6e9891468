from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import Role
from magistrar_site.shared.isolates import NameField
from magistrar_site.shared.models.abstract import Keyed


class Club(Keyed):
    """A club that runs events and whose staff have roles."""

    name = NameField(_("name"), max_length=100)
    slug = models.SlugField(max_length=60, unique=True)
    place = NameField(_("place"), max_length=100, blank=True)
    meets = models.CharField(_("when the club meets"), max_length=200, blank=True)
    website = models.URLField(_("website"), max_length=200, blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    description = models.TextField(_("description"), blank=True, help_text=_("Markdown."))
    imprint = models.TextField(_("imprint"), blank=True, help_text=_("Plain text; an empty line begins a paragraph."))
    privacy = models.TextField(_("privacy"), blank=True, help_text=_("Plain text; an empty line begins a paragraph."))
    is_hidden = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_("By the service; only its own staff sees it."),
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class ClubRole(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_roles")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_per_user_and_club")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.role} of {self.club_id}"
