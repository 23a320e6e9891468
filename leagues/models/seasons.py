from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.enums import Answer, Move, Origin, SeasonState
from leagues.models.leagues import League
from leagues.models.rules import SeasonSettings, settings_read
from magistrar_site.shared.isolates import NameField
from magistrar_site.shared.models.abstract import Keyed


class Season(Keyed):
    """A season of a league. `rules` are its settings, as `leagues.models.rules` has them."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = NameField(_("name"), max_length=80)
    state = models.CharField(max_length=10, choices=SeasonState, default=SeasonState.PLANNED)
    rules = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["league", "-number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="season_number_once_per_league")]
        verbose_name = _("season of a league")
        verbose_name_plural = _("seasons of leagues")

    def __str__(self) -> str:
        return self.name

    @property
    def settings(self) -> SeasonSettings:
        return settings_read(self.rules)


class Division(Keyed):
    """A division of a season; 1 is the highest. `event`: where it is played, from the start of the season on."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    name = NameField(_("name"), max_length=80)
    event = models.OneToOneField(
        "tournaments.Event", on_delete=models.PROTECT, null=True, blank=True, related_name="division"
    )

    class Meta:
        ordering = ["season", "number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="division_number_once_per_season")]
        verbose_name = _("division")
        verbose_name_plural = _("divisions")

    def __str__(self) -> str:
        return self.name


class SeasonEntry(Keyed):
    """A player in a season. `event_entry` is the key of their entry in the division's event, from the start on: the
    same key, so that one personal link speaks for both, unless an event of an undone start has it. `seeded`: the
    division that the organiser gives a strong newcomer before filling (G11). `moved_to`: the division that the
    organiser puts the player in by hand, whatever the plan says. `place` and `reason` are those of the placement;
    `rating` is the newcomer's by then. `final_place`, `finished` and `move` come with the closing."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="season_entries")
    origin = models.CharField(max_length=10, choices=Origin)
    answer = models.CharField(max_length=6, choices=Answer)
    is_reserve = models.BooleanField(default=False, help_text=_("Stands by to take over from somebody who withdraws."))
    by_player = models.BooleanField(default=False, help_text=_("Answered or signed up by the player."))
    is_claim = models.BooleanField(
        default=False, help_text=_("Signed up with this player’s name; the organiser hasn’t said yet who it is.")
    )
    form_key = models.CharField(
        max_length=80, blank=True, help_text=_("Of the form that was sent: sent twice, it enters once.")
    )
    signed_up_at = models.DateTimeField()
    rating = models.IntegerField(null=True, blank=True)
    seeded = models.PositiveSmallIntegerField(null=True, blank=True)
    moved_to = models.PositiveSmallIntegerField(null=True, blank=True)
    division = models.ForeignKey(Division, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=12, blank=True)
    event_entry = models.CharField(max_length=12, blank=True, db_index=True)
    took_over = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="taken_over_by",
        help_text=_("Whose place in the running season this reserve took."),
    )
    final_place = models.PositiveSmallIntegerField(null=True, blank=True)
    finished = models.BooleanField(default=True)
    move = models.CharField(max_length=10, choices=Move, blank=True)

    class Meta:
        ordering = ["season", "division__number", "place", "signed_up_at", "key"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="player_once_per_season"),
            models.UniqueConstraint(
                fields=["season", "form_key"], condition=~models.Q(form_key=""), name="form_enters_season_once"
            ),
        ]
        verbose_name = _("entry of a season")
        verbose_name_plural = _("entries of seasons")

    def __str__(self) -> str:
        return self.key

    @property
    def link_subject(self) -> str:
        """The subject of the personal link that speaks for the player; "" where a reserve took the place, and the
        link."""
        is_replaced = self.division_id is not None and not self.finished and not self.event_entry
        return "" if is_replaced else self.event_entry or self.key

    @property
    def stands_by(self) -> bool:
        """Whether the player is a reserve who could take over."""
        return self.is_reserve and self.answer == Answer.YES and not self.is_claim and self.division_id is None


class Matchday(models.Model):
    """The window in which all divisions play a round (G4)."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="matchdays")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="matchday_number_once_per_season"),
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")), name="matchday_ends_after_its_start"
            ),
        ]
        verbose_name = _("matchday")
        verbose_name_plural = _("matchdays")

    def __str__(self) -> str:
        return f"{self.season_id}: {self.number}"
