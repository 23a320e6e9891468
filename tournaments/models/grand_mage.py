"""Grand Mage standings of a club, of all time and by season. All but the seasons is derived, and may be deleted."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import Outcome
from magistrar_site.shared.models.abstract import Keyed


class GrandMagePeriod(Keyed):
    """A season of Grand Mage standings: a range of a club's days, both included. A series belongs to those that it was
    played in, by its event's zone. Seasons of leagues are another thing (`leagues.Season`)."""

    club = models.ForeignKey("games.Club", on_delete=models.PROTECT, related_name="grand_mage_periods")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))

    class Meta:
        ordering = ["-starts_on", "key"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="season_slug_once_per_club"),
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")), name="season_ends_after_it_starts"
            ),
        ]
        verbose_name = _("season")
        verbose_name_plural = _("seasons")

    def __str__(self) -> str:
        return self.name


class GrandMageTable(models.Model):
    """Grand Mage standings of a club: of all time, or of a season."""

    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, related_name="grand_mage_tables")
    season = models.ForeignKey(
        GrandMagePeriod, on_delete=models.CASCADE, null=True, blank=True, related_name="grand_mage_tables"
    )
    input_digest = models.CharField(max_length=64, help_text=_("Of everything the table follows from."))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season"], name="one_grand_mage_table_per_season"),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(season=None), name="one_grand_mage_table_of_all_time_per_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.season_id or 'all time'}"


class GrandMageSource(models.Model):
    """Up to which fact of an event's stream a club's tables are worked out. Behind the stream's head: stale."""

    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, related_name="grand_mage_sources")
    stream = models.CharField(max_length=40)
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "stream"], name="grand_mage_source_once_per_stream")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.stream}#{self.number}"


class GrandMageStanding(models.Model):
    """A player's row of a table."""

    table = models.ForeignKey(GrandMageTable, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="grand_mage_standings")
    rank = models.PositiveIntegerField()
    series = models.PositiveIntegerField()
    series_won = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    games_won = models.PositiveIntegerField()
    honoris = models.IntegerField()
    honoris_against = models.IntegerField()
    longest_run = models.PositiveIntegerField(help_text=_("Most series won one after the other."))

    class Meta:
        ordering = ["table", "rank", "player"]
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="one_grand_mage_row_per_table_and_player")
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.player_id}"


class SeriesShare(models.Model):
    """What a decided Grand Mage series was for one of its players: two rows a series. `number` is the series' place in
    the club's order of play."""

    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, related_name="series_shares")
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="series_shares")
    number = models.PositiveIntegerField()
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="series_shares")
    opponent = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField(help_text=_("Of the player's seat in the match."))
    outcome = models.CharField(max_length=4, choices=Outcome)
    games = models.PositiveSmallIntegerField()
    games_won = models.PositiveSmallIntegerField()
    games_lost = models.PositiveSmallIntegerField()
    honoris = models.IntegerField()
    honoris_against = models.IntegerField()

    class Meta:
        ordering = ["club", "-number", "position"]
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="one_series_share_per_player")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player_id}"


class TitleReign(models.Model):
    """Somebody's time as a club's Grand Mage. Who holds the title now has lost it nowhere."""

    club = models.ForeignKey("games.Club", on_delete=models.CASCADE, related_name="title_reigns")
    number = models.PositiveIntegerField()
    holder = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="title_reigns")
    won_in = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="+")
    lost_in = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    defences = models.PositiveIntegerField()

    class Meta:
        ordering = ["club", "-number"]
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="title_reign_once_per_number")]

    def __str__(self) -> str:
        return f"{self.club_id} #{self.number}: {self.holder_id}"
