from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What the service's staff acts on."""

    CLUB = "club", _("Club with its events and leagues")
    LOGO = "logo", _("Logo of a club")
    EVENT = "event", _("Event")
    LEAGUE = "league", _("League")
    NAME = "name", _("Name of a player")
    PICTURE = "picture", _("Picture of a player")
    ACCOUNT = "account", _("Account")


class Reason(models.TextChoices):
    """What is wrong with a page, as readers say it."""

    OFFENSIVE = "offensive", _("It insults or threatens somebody, or is hateful")
    PERSONAL = "personal", _("It shows somebody’s data or picture without their consent")
    IMPERSONATION = "impersonation", _("Somebody pretends to be somebody else")
    SPAM = "spam", _("It is advertising, or has nothing to do with games")
    OTHER = "other", _("Something else")


class ReportState(models.TextChoices):
    OPEN = "open", _("open")
    ACTED = "acted", _("acted on")
    KEPT = "kept", _("left as it is")
