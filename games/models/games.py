from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.core.seats import MOST_SEATS, seat_name
from games.engine.registry import game_system
from games.enums import SETTLED_STATES, Agreement, GameState
from magistrar_site.shared.models.abstract import Keyed


def seat_constraint(field: str, name: str) -> models.CheckConstraint:
    """The constraint that a column holds the number of a seat, or nothing where it may be null."""
    return models.CheckConstraint(condition=models.Q((f"{field}__range", (1, MOST_SEATS))), name=name)


# Of a pool's games: those whose result, time or players changed after ratings were worked out from it.
RATING_DUE = (
    ~models.Q(pool="")
    & models.Q(result_fact__gt=0)
    & (models.Q(result_fact__gt=models.F("rated_fact")) | models.Q(time_fact__gt=models.F("rated_fact")))
)


class Game(Keyed):
    """One game, with the set-up that was fixed when it was arranged. A submission must fit the set-up. Whoever arranged
    the game owns `stream`, the chain that its facts go to. Players may answer (`appeals`) what was decided about it."""

    stream = models.CharField(max_length=40, db_index=True)
    system = models.CharField(max_length=40, default="magistrar")
    starter = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The seat that starts; empty: lots or the rules say so at the table.")
    )
    edition = models.CharField(max_length=60)
    edition_digest = models.CharField(max_length=64)
    variants = models.JSONField(default=dict, blank=True, help_text=_("Variants as in a record; empty: base game."))
    least_grade = models.CharField(max_length=6, default="score")
    agreement = models.CharField(
        max_length=4,
        choices=Agreement,
        default=Agreement.ONE,
        db_default=Agreement.ONE,
        help_text=_("How many of the other players must confirm what one of them handed in."),
    )
    pool = models.CharField(max_length=60, blank=True, db_index=True, help_text=_("The rating pool; empty: unrated."))
    played_at = models.DateTimeField(help_text=_("With the number below: the place in the order of play."))
    order = models.PositiveIntegerField(default=0)
    time_fact = models.PositiveIntegerField(
        default=0, help_text=_("Number of the fact that last gave the game another time, or a seat another player.")
    )
    state = models.CharField(max_length=12, choices=GameState, default=GameState.EXPECTED, db_index=True)
    result_fact = models.PositiveIntegerField(
        default=0, help_text=_("Number of the fact that last changed the result or whether it counts.")
    )
    rated_fact = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text=_("Number of the fact of the result or time that the pool's ratings follow; behind these: due."),
    )
    set_aside_to = models.PositiveIntegerField(
        default=0, help_text=_("What was handed in up to this fact was set aside when the game was reopened.")
    )
    is_void = models.BooleanField(default=False, help_text=_("Its pairing was undone: it is kept, but doesn't count."))

    class Meta:
        ordering = ["played_at", "order", "key"]
        indexes = [
            models.Index(fields=["pool", "played_at", "order", "key"], name="game_place_in_pool"),
            models.Index(fields=["pool", "id"], condition=RATING_DUE, name="game_rating_due"),
        ]
        constraints = [seat_constraint("starter", "game_starter_is_a_seat")]
        verbose_name = _("game")
        verbose_name_plural = _("games")

    def __str__(self) -> str:
        return self.key

    @property
    def is_settled(self) -> bool:
        """Whether its result is agreed or ruled."""
        return self.state in SETTLED_STATES


class GameSeat(models.Model):
    """A seat of a game with its player: numbered from 1, in the order of play. A seat is taken once, and nobody plays
    against themselves."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_taken_once_per_game"),
            seat_constraint("number", "seat_number_of_a_game"),
            models.UniqueConstraint(fields=["game", "player"], name="nobody_plays_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"

    @property
    def name(self) -> str:
        """The name that the game's system gives the seat."""
        return seat_name(game_system(self.game.system).seat_names, self.number)
