"""A round's clock as a page shows it without knowing what time it is: a script says how much is left."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from tournaments.models import Round
from tournaments.selectors.rounds.clock import clock_of

register = template.Library()


@register.inclusion_tag("tournaments/live/clock.html")
def round_clock(round_: Round, zone: str) -> dict[str, Any]:
    """The clock's end, or what it is held at; when the round begins where it has no clock."""
    clock = clock_of(round_, timezone.now())
    return {"clock": clock, "round": round_, "zone": zone, "ends_at": clock.ends_at if clock else None}
