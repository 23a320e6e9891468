"""What stands above an event, for its pages."""

from __future__ import annotations

from django import template

from tournaments.models import Event
from tournaments.selectors.overseers import Parent, parent_of

register = template.Library()


@register.simple_tag
def event_parent(event: Event) -> Parent | None:
    """What the event is a part of, such as a season of a league; None for most."""
    return parent_of(event)
