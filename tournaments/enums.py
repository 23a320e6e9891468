from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class EventState(models.TextChoices):
    DRAFT = "draft", _("being set up")
    OPEN = "open", _("open for entries")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class EntryState(models.TextChoices):
    REGISTERED = "registered", _("registered")
    WAITING = "waiting", _("on the waiting list")
    ACTIVE = "active", _("active")
    PAUSED = "paused", _("paused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPELLED = "expelled", _("expelled")


class StageState(models.TextChoices):
    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class RoundState(models.TextChoices):
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")
    REOPENED = "reopened", _("reopened")


class ByeKind(models.TextChoices):
    """Why an entry has no opponent in a round. The values are the cell kinds of the pairing cores."""

    NONE = "", _("no bye")
    PAIRING = "pairing_bye", _("bye")
    FULL = "full_bye", _("full-point bye")
    HALF = "half_bye", _("half-point bye")
    ZERO = "zero_bye", _("zero-point bye")


class Starter(models.TextChoices):
    """Who starts a game: whom the pairing names, or whom lots name."""

    PAIRING = "pairing", _("as paired")
    LOTS = "lots", _("by lots")
