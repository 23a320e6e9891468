from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.core.choices import Choice
from games.enums import Role
from magistrar_site.shared.isolates import NameField
from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import EntryState, EventState, StageState
from tournaments.models.choices import asked_choices
from tournaments.models.rules import EntryRules, EventRules, entry_rules_read, rules_read


class Event(Keyed):
    """One tournament of a club. `rules` are the settings that a result depends on; from the start of round 1 a change
    needs a reason and is a fact."""

    club = models.ForeignKey("games.Club", on_delete=models.PROTECT, related_name="events")
    name = NameField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    state = models.CharField(max_length=10, choices=EventState, default=EventState.OPEN, db_index=True)
    is_listed = models.BooleanField(
        default=True,
        db_default=True,
        help_text=_("Lists, search and calendars have it; else only its address."),
    )
    is_hidden = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_("By the service; only its own staff sees it."),
    )
    system = models.CharField(max_length=40, default="magistrar", db_default="magistrar")
    preset = models.CharField(max_length=40)
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/Berlin")
    starts_at = models.DateTimeField(_("starts at"))
    pool = models.CharField(max_length=60, blank=True)
    rules = models.JSONField()
    entry_rules = models.JSONField(default=dict, blank=True)
    has_bracket = models.BooleanField(default=False, editable=False, help_text=_("A stage of it is a bracket."))
    has_groups = models.BooleanField(default=False, editable=False, help_text=_("A stage of it is played in groups."))
    has_ladder = models.BooleanField(
        default=False, db_default=False, editable=False, help_text=_("A stage of it is a ladder.")
    )
    public_answers = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text=_("0: no answers of players are public; else it counts their changes, which pages go by."),
    )
    seed = models.BigIntegerField(help_text=_("Seed of every lot that is drawn in this event."))
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-starts_at", "key"]
        indexes = [
            # With all that a search looks at, so that it reads the rows of those alone that it finds.
            models.Index(fields=["-starts_at", "key", "slug", "state", "is_listed", "is_hidden"], name="event_newest"),
            models.Index(fields=["state", "-starts_at", "key"], name="event_newest_in_state"),
        ]
        verbose_name = _("event")
        verbose_name_plural = _("events")

    def __str__(self) -> str:
        return self.name

    @property
    def stream(self) -> str:
        return f"event:{self.key}"

    @property
    def is_withheld(self) -> bool:
        """It is being set up or hidden: only its staff and those with a personal link find it."""
        return self.is_hidden or self.state == EventState.DRAFT

    @property
    def settings(self) -> EventRules:
        return rules_read(self.rules)

    @property
    def asks(self) -> tuple[Choice, ...]:
        """The choices that are said at the table of each game."""
        return asked_choices(self.system, self.settings)

    @property
    def entering(self) -> EntryRules:
        return entry_rules_read(self.entry_rules)


class EventRole(models.Model):
    """A role in one event, for people who have none in the club."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_roles")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="one_role_per_user_and_event")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.role} of {self.event_id}"


class Stage(models.Model):
    """A part of an event with one format: most have one, others groups and then play-offs."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=80, blank=True)
    format = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    takes = models.PositiveSmallIntegerField(
        default=0,
        help_text=_("How many of each group (or in all) of the stage before go on into this one; 0: everybody."),
    )
    closed_fact = models.PositiveIntegerField(
        default=0, help_text=_("Number of the fact that closed the stage: its tables don't move any more.")
    )
    planned_rounds = models.PositiveSmallIntegerField(default=0, help_text=_("0 until the stage has started."))
    best_of = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=8, choices=StageState, default=StageState.PLANNED)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once_per_event"),
            models.CheckConstraint(condition=models.Q(best_of__in=[1, 3, 5, 7, 9]), name="best_of_is_odd"),
        ]
        verbose_name = _("stage")
        verbose_name_plural = _("stages")

    def __str__(self) -> str:
        return self.name or f"{self.event_id} stage {self.number}"


class StageSeed(models.Model):
    """The pairing number of an entry in a stage after the first: there it is the entry's own."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="seeds")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.RESTRICT, related_name="seeds")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_seeded_once_per_stage"),
            models.UniqueConstraint(fields=["stage", "number"], name="seed_once_per_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} seed {self.number}"


class SignUpWish(models.Model):
    """How somebody wants to be shown who signed up with the name of a known player: it holds once the organiser has
    said who it is, and goes then."""

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="sign_up_wish")
    under_16 = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("wish to be shown by code")
        verbose_name_plural = _("wishes to be shown by code")

    def __str__(self) -> str:
        return f"{self.entry_id}: by code"


class Entry(Keyed):
    """A player in an event. `number` is the pairing number, given at the start or to who comes later; `rating` is the
    one used for seeding, in whole points, and doesn't move once there is a number (before, it is the one that a list
    gave, for players who have none in the event's pool)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(null=True, blank=True)
    rating = models.IntegerField(default=0)
    state = models.CharField(max_length=10, choices=EntryState, default=EntryState.REGISTERED)
    entered_at = models.DateTimeField()
    by_player = models.BooleanField(default=False, help_text=_("Signed up by the player, not by the organiser."))
    counts_former = models.BooleanField(
        default=True, help_text=_("What a former player of this entry scored counts for whoever took it over.")
    )
    is_claim = models.BooleanField(
        default=False, help_text=_("Signed up with this player's name; the organiser hasn't said yet who it is.")
    )
    sign_up_key = models.CharField(
        max_length=80, blank=True, help_text=_("Of the form that was sent: sent twice, it enters once.")
    )

    class Meta:
        ordering = ["event", "number", "entered_at", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "sign_up_key"], condition=~models.Q(sign_up_key=""), name="form_signs_up_once"
            ),
            models.UniqueConstraint(fields=["event", "player"], name="player_enters_once"),
            models.UniqueConstraint(fields=["event", "number"], name="pairing_number_once_per_event"),
        ]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")

    def __str__(self) -> str:
        return f"{self.number or '-'} {self.key}"
