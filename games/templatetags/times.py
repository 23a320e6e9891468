"""Instants of an event: in the event's zone, and by a script in the visitor's own beside it where that differs."""

from __future__ import annotations

from datetime import datetime
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
    return _("%(day)s, %(time)s") % {"day": date_format(there, "DATE_FORMAT"), "time": date_format(there, "H:i")}


@register.inclusion_tag("components/event_time.html")
def own_time(at: datetime, zone: str) -> dict[str, Any]:
    """The visitor's own time, which a script writes behind one of the event's that a sentence has said already."""
    return {"text": "", "instant": at.isoformat(), "zone": zone}


@register.inclusion_tag("components/event_time.html")
def event_time(at: datetime, zone: str) -> dict[str, Any]:
    """Day and time in the event's zone, as an element that says the instant to programs."""
    return {"text": event_time_text(at, zone), "instant": at.isoformat(), "zone": zone}
