from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.enums import LeagueRoleName
from magistrar_site.shared.isolates import NameField
from magistrar_site.shared.models.abstract import Keyed


class League(Keyed):
    """A run of seasons that a club owns, alone or together with other clubs (`LeagueClub`). `pool`: the rating pool
    that its games count in, where they are rated."""

    club = models.ForeignKey("games.Club", on_delete=models.PROTECT, related_name="leagues")
    name = NameField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60)
    description = models.TextField(_("description"), blank=True, help_text=_("Markdown."))
    system = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    edition = models.CharField(max_length=60, blank=True)
    pool = models.CharField(max_length=60, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60)
    is_listed = models.BooleanField(default=True, help_text=_("Lists and search have it; else only its address."))
    is_hidden = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_("By the service; only its own staff sees it."),
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "key"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="league_slug_once_per_club")]
        verbose_name = _("league")
        verbose_name_plural = _("leagues")

    def __str__(self) -> str:
        return self.name

    @property
    def stream(self) -> str:
        return f"league:{self.key}"


class LeagueClub(models.Model):
    """A further club that runs a league together with its owner."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="further_clubs")
    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, related_name="shared_leagues")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "club"], name="club_once_per_league")]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.club_id}"


class LeagueRole(models.Model):
    """A role in a league. The owner of the league's club is an owner of the league without one."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_roles")
    role = models.CharField(max_length=12, choices=LeagueRoleName)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="one_role_per_user_and_league")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.role} of {self.league_id}"
