from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import ByeKind, Decider, RestForfeited, RoundState

if TYPE_CHECKING:
    from games.models import Player


class Round(models.Model):
    """A round of a stage. A draft is invisible to the public and the API; an undone one is kept, and its number can be
    paired again. The clock is kept as instants, never as a running count: see `selectors.rounds.wishes.clock_of`."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.DRAFT)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(
        null=True, blank=True, help_text=_("The end of the time in which it is played; empty: not said.")
    )
    fact_number = models.PositiveIntegerField(
        default=0,
        help_text=_("Number of the fact that last changed the pairings or the state: a stale page shows by it."),
    )
    engine = models.JSONField(
        default=list, blank=True, help_text=_("The pairing as the system made it, to compare changes by hand with.")
    )
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    clock_paused_seconds = models.PositiveIntegerField(default=0, help_text=_("In pauses that are over."))
    time_fact = models.PositiveIntegerField(
        default=0, db_default=0, help_text=_("Number of the fact that last set its time: calendars go by it.")
    )

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"],
                condition=~models.Q(state=RoundState.UNDONE.value),
                name="round_number_once_per_stage",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at=None) | models.Q(ends_at__gt=models.F("starts_at")),
                name="round_ends_after_its_start",
            ),
        ]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")

    def __str__(self) -> str:
        return f"{self.stage_id} round {self.number}"


class Match(Keyed):
    """A pairing of entries in a round; a bye is a match with one seat. Voided ones are kept and don't count."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(help_text=_("Number of the table; byes come after the tables."))
    bye = models.CharField(max_length=12, choices=ByeKind, default=ByeKind.NONE, blank=True)
    agreed_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the two agreed to play; empty: when the round is played.")
    )
    has_place = models.BooleanField(
        default=False, db_default=False, help_text=_("A place was agreed; where, only its players and the staff see.")
    )
    opens_at = models.DateTimeField(
        null=True, blank=True, help_text=_("The start of a window of its own; empty: the round’s.")
    )
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text=_("The end of a window of its own; empty: the round’s.")
    )
    is_extended = models.BooleanField(
        default=False, db_default=False, help_text=_("The event’s rule has extended its window, which it does once.")
    )
    time_fact = models.PositiveIntegerField(
        default=0, db_default=0, help_text=_("Number of the fact that last set its time or window.")
    )
    best_of = models.PositiveSmallIntegerField(default=1)
    rest_forfeited = models.CharField(
        max_length=6, choices=RestForfeited, default=RestForfeited.NOBODY, blank=True, help_text=_("By which seat.")
    )
    bracket = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The match of the drawing, from 1 on; 0: none; empty: not of a bracket.")
    )
    goes_on = models.ForeignKey(
        "tournaments.Entry",
        on_delete=models.RESTRICT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Who goes on by a decision, whatever the games say."),
    )
    goes_on_by = models.CharField(max_length=8, choices=Decider, blank=True)
    is_void = models.BooleanField(default=False)
    why = models.JSONField(default=list, blank=True, help_text=_("Steps of the pairing system that led here."))

    class Meta:
        ordering = ["round", "table", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=models.Q(is_void=False, bye=""), name="one_match_per_table"
            ),
            models.CheckConstraint(
                condition=models.Q(closes_at=None)
                | models.Q(opens_at=None)
                | models.Q(closes_at__gt=models.F("opens_at")),
                name="match_closes_after_it_opens",
            ),
        ]
        verbose_name = _("match")
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return self.key


class MatchSeat(models.Model):
    """An entry's seat in a match. Position 0 starts the first game. `round` and `is_void` repeat the match's, so that
    the database itself can refuse a second seat in a round."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    former_player = models.ForeignKey(
        "games.Player",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Who played here before somebody took the entry over; empty: the entry’s player."),
    )
    is_void = models.BooleanField(default=False)

    class Meta:
        ordering = ["match", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry"], condition=models.Q(is_void=False), name="nobody_twice_in_a_round"
            ),
            models.UniqueConstraint(fields=["match", "position"], name="match_position_taken_once"),
            models.UniqueConstraint(fields=["match", "entry"], name="no_entry_against_itself"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.position}"

    @property
    def player(self) -> Player:
        """Who plays here: the player of the entry, or the one who had it when this was played."""
        return self.entry.player if self.former_player is None else self.former_player


class MatchGame(models.Model):
    """Which game of the match a game is: 1, or in a best of N 1, 2, 3 ..., those that don't count (annulled, void)
    among them. A friendly one comes after the decision and counts for nothing."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    game = models.OneToOneField("games.Game", on_delete=models.PROTECT, related_name="match_game")
    number = models.PositiveSmallIntegerField(default=1)
    is_friendly = models.BooleanField(default=False)

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="game_number_once_per_match")]

    def __str__(self) -> str:
        return f"{self.match_id} game {self.number}"
