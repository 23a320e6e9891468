"""Instants of an event: in the event's zone, and by a script in the visitor's own beside it where that differs."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def event_time_text(at: datetime, zone: str) -> str:
    """Day and time in the event's zone, as plain text."""
    there = at.astimezone(ZoneInfo(zone))
    return _("%(day)s, %(time)s") % {"day": date_format(there, "DATE_FORMAT"), "time": clock_time(there)}


@register.simple_tag
def deadline_text(at: datetime, zone: str) -> str:
    """The same for the end of a time. Midnight is the end of the day before: "29 Nov 2026, 24:00"."""
    there = at.astimezone(ZoneInfo(zone))
    if there.time() != time():
        return event_time_text(at, zone)
    return _("%(day)s, %(time)s") % {"day": last_day(there), "time": "24:00"}


@register.filter(expects_localtime=True)
def last_day(ends_at: datetime) -> str:
    """The last day of a time, which ends in the course of it or at midnight."""
    return date_format(ends_at - timedelta(microseconds=1), "DATE_FORMAT")


@register.simple_tag
def weekday_time_text(at: datetime, zone: str) -> str:
    """The same with the day of the week, for those who choose among days."""
    return f"{date_format(at.astimezone(ZoneInfo(zone)), 'D')} {event_time_text(at, zone)}"


@register.filter(expects_localtime=True)
def clock_time(at: datetime | None, form: str = "H:i") -> str:
    """What the clock on the wall shows. In the hour that it shows twice, as clocks go back, with the zone's name for
    it: "02:30 CEST", and an hour later "02:30 CET"."""
    if at is None:
        return ""
    shown = date_format(at, form)
    return f"{shown} {zone_name(at)}" if at.utcoffset() != at.replace(fold=1 - at.fold).utcoffset() else shown


def zone_name(at: datetime) -> str:
    """The abbreviation that is meant at that time, or the hours from UTC where the zone has none."""
    name = at.tzname() or ""
    return f"UTC{name}" if name[:1] in "+-" else name


@register.inclusion_tag("components/event_time.html")
def own_time(at: datetime, zone: str) -> dict[str, Any]:
    """The visitor's own time, which a script writes behind one of the event's that a sentence has said already."""
    return {"text": "", "instant": at.isoformat(), "zone": zone}


@register.inclusion_tag("components/event_time.html")
def event_time(at: datetime, zone: str) -> dict[str, Any]:
    """Day and time in the event's zone, as an element that says the instant to programs."""
    return {"text": event_time_text(at, zone), "instant": at.isoformat(), "zone": zone}
