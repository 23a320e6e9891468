from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class HappeningType(models.TextChoices):
    """What can happen that everybody may know. The values are in payloads of webhooks, for good."""

    EVENT_OPENED = "event.opened", _("an event is open for entries")
    EVENT_STARTED = "event.started", _("an event starts")
    EVENT_FINISHED = "event.finished", _("an event is finished")
    EVENT_REOPENED = "event.reopened", _("a finished event is reopened")
    EVENT_CANCELLED = "event.cancelled", _("an event is cancelled")
    EVENT_RESTORED = "event.restored", _("a cancelled event takes place after all")
    ENTRY_ADDED = "entry.added", _("a player is entered")
    ENTRY_WITHDRAWN = "entry.withdrawn", _("a player withdraws")
    ROUND_PUBLISHED = "round.published", _("a round is published")
    RESULT_RECORDED = "result.recorded", _("a game has a result")
    RESULT_CHANGED = "result.changed", _("a result is changed or taken back")
    RESULT_CONFIRMED = "result.confirmed", _("a result is confirmed")
    STANDINGS_CHANGED = "standings.changed", _("the standings change")
    SEASON_OPENED = "season.opened", _("a season is open for entries")
    SEASON_PLACED = "season.placed", _("the divisions of a season are placed")
    SEASON_STARTED = "season.started", _("a season starts")
    SEASON_CLOSED = "season.closed", _("a season is closed")
    SEASON_CANCELLED = "season.cancelled", _("a season is cancelled")
    SEASON_CHANGED = "season.changed", _("a step of a season is taken back or put right")


class DeliveryState(models.TextChoices):
    """What became of a message to a webhook."""

    WAITING = "waiting", _("waiting")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")
    WITHDRAWN = "withdrawn", _("no longer public, so not sent")


class Trouble(models.TextChoices):
    """Why an attempt failed."""

    NONE = "", _("none")
    NAME = "name", _("The name has no address.")
    ADDRESS = "address", _("The name leads to an address inside a network. Such addresses are refused.")
    CONNECTION = "connection", _("No connection.")
    CERTIFICATE = "certificate", _("The certificate isn’t valid for this name.")
    TIME = "time", _("No answer within ten seconds.")
    ANSWER = "answer", _("The answer isn’t one of a web server.")
    STATUS = "status", _("The server didn’t take it.")
    REDIRECT = "redirect", _("The server sent us to another address. Redirects aren’t followed.")
    GONE = "gone", _("The server says that nothing is there any more.")


class NoticeKind(models.TextChoices):
    """What somebody is told, as they choose about it."""

    PLAYERS = "players", _("Players I follow: entries and results")
    CLUBS = "clubs", _("Clubs I follow: events and seasons")
    EVENTS = "events", _("Events I follow: rounds, and when they end")
    PAIRING = "pairing", _("My pairing is published")
    RESULT = "result", _("My game was entered, disputed or decided")
    DATES = "dates", _("A time for my game is proposed or agreed")
    PLACES = "places", _("I get a place: from the waiting list, or as a reserve")


class MailChoice(models.TextChoices):
    """How somebody is told by mail."""

    NEVER = "never", _("never")
    NOW = "now", _("at once")
    DAILY = "daily", _("once a day")
