"""What the pages of a hidden club, event or league say to its own staff."""

from __future__ import annotations

from django import template

from moderation.enums import Kind
from moderation.selectors.steps import reason_of

register = template.Library()


@register.simple_tag
def hidden_because(kind: str, key: str, club_key: str = "") -> str:
    """The reason that the service's staff gave for hiding it, or the club that it is of."""
    return reason_of([(Kind(kind), key), (Kind.CLUB, club_key)])
