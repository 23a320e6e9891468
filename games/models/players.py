from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.clubs import Club
from magistrar_site.shared.isolates import NameField
from magistrar_site.shared.models.abstract import Keyed


class Player(Keyed):
    """A person (or bot) who plays. The name is state, not a fact: it can be changed or erased, and the facts stay
    valid because they call the player by key."""

    name = NameField(_("name"), max_length=100)
    folded_name = models.CharField(max_length=220, db_index=True, editable=False)
    plain_name = models.CharField(max_length=220, db_index=True, editable=False, default="", db_default="")
    club = models.ForeignKey("games.Club", on_delete=models.SET_NULL, null=True, blank=True, related_name="players")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    is_bot = models.BooleanField(_("bot"), default=False)
    hides_name = models.BooleanField(_("hides the name on public pages"), default=False)
    is_name_withheld = models.BooleanField(
        default=False, db_default=False, editable=False, help_text=_("The service's staff shows the player by code.")
    )
    under_16 = models.BooleanField(
        _("under 16"), default=False, help_text=_("Shown by code wherever the public reads, and can't choose the name.")
    )
    created_at = models.DateTimeField()
    claimed_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When an organiser agreed that the account is this player's.")
    )
    erased_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the person was deleted. The player stays, under a ghost name.")
    )
    merged_into = models.ForeignKey(
        "games.Player",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged",
        help_text=_("The same person: whose all of this player’s games are. The player stays, of no club and hidden."),
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(under_16=False) | models.Q(hides_name=True), name="under_16_hides_the_name"
            )
        ]
        indexes = [
            # Everything that a search looks at, in its order, so that it reads the rows of those alone whom it finds.
            models.Index(fields=["folded_name", "key", "plain_name", "hides_name"], name="player_search"),
        ]
        ordering = ["folded_name", "key"]
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.public_name

    @property
    def shown_club(self) -> Club | None:
        """The player's club, unless it is hidden."""
        return None if self.club is None or self.club.is_hidden else self.club

    @property
    def public_name(self) -> str:
        """The name as strangers may see it: a code for players who hide theirs, the ghost name of a deleted person; of
        somebody who turned out to be another player, that one's."""
        if self.merged_into is not None:
            return self.merged_into.public_name
        return f"#{self.key[:6]}" if self.hides_name and self.erased_at is None else self.name
