"""Private rows about fixtures, which two players agree on over days or weeks: proposals, places, days away.

No fact says any of it. The facts say that a time was agreed, changed or taken back, and that there is a place.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from tournaments.enums import PlaceKind, ProposalState, ReminderKind


class Proposal(Keyed):
    """A player of a match proposes times, several at once, and a place. Without times it asks to take the agreed time
    back. `answers` is the other's proposal that it was an answer to."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="proposals")
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="proposals", help_text=_("Whose player proposes.")
    )
    place_kind = models.CharField(max_length=7, choices=PlaceKind, blank=True)
    place = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=9, choices=ProposalState, default=ProposalState.OPEN)
    answers = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entry"],
                condition=models.Q(state=ProposalState.OPEN.value),
                name="one_open_proposal_of_a_player",
            )
        ]
        verbose_name = _("proposal of times")
        verbose_name_plural = _("proposals of times")

    def __str__(self) -> str:
        return self.key


class ProposedTime(models.Model):
    """One of the times of a proposal."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="times")
    starts_at = models.DateTimeField()

    class Meta:
        ordering = ["proposal", "starts_at"]
        constraints = [models.UniqueConstraint(fields=["proposal", "starts_at"], name="time_once_in_a_proposal")]

    def __str__(self) -> str:
        return f"{self.proposal_id} {self.starts_at:%Y-%m-%d %H:%M}"


class AgreedPlace(models.Model):
    """Where a match is played, as its players agreed or the staff set it."""

    match = models.OneToOneField("tournaments.Match", on_delete=models.CASCADE, related_name="agreed_place")
    kind = models.CharField(max_length=7, choices=PlaceKind)
    place = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"


class AwayDays(Keyed):
    """Days on which a player of an event can't play, first and last included, in the event's time zone. Spans of an
    entry neither touch nor overlap."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="away_days")
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        ordering = ["entry", "first_day"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="away_days_end_after_they_begin"
            )
        ]
        verbose_name = _("days away")
        verbose_name_plural = _("days away")

    def __str__(self) -> str:
        return f"{self.entry_id} {self.first_day} to {self.last_day}"


class OwnZone(models.Model):
    """The time zone in which a player of an event reads and types times; without a row it is the event's."""

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="own_zone")
    time_zone = models.CharField(max_length=50)

    def __str__(self) -> str:
        return f"{self.entry_id} {self.time_zone}"


class Reminder(models.Model):
    """A reminder of a match that fell due for a player, written once. `is_mailed`: a mail told of it. `held_until`:
    one is to tell of it then, because the player had the day's reminder already. It stands on the pages in any case."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="reminders")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="reminders")
    kind = models.CharField(max_length=7, choices=ReminderKind)
    closes_at = models.DateTimeField(help_text=_("The end of the window that it is about."))
    at = models.DateTimeField()
    is_mailed = models.BooleanField(default=False)
    held_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "entry", "at"]
        constraints = [
            models.UniqueConstraint(fields=["match", "entry", "kind", "closes_at"], name="reminder_once_per_window")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.entry_id} {self.kind}"


class CalendarToken(models.Model):
    """The secret address of a player's own calendar, to read alone; the address itself isn't stored. With `entry` it
    shows that event alone: made behind a personal link, which others may have printed. Without, it shows all events of
    the player, as long as they are that of the account that made it."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="calendar_tokens")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="calendar_tokens",
        help_text=_("The account that made it; empty: it was made behind a personal link."),
    )
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, null=True, blank=True, related_name="calendar_tokens"
    )
    prefix = models.CharField(max_length=8, db_index=True)
    digest = models.CharField(max_length=64)
    language = models.CharField(max_length=10)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["player", "created_at"]
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return self.prefix
