"""A player's avatar, drawn from the key: it says nothing of a name that may be hidden."""

from __future__ import annotations

import hashlib
from math import cos, pi, sin

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

HUES = 6  # classes of the stylesheet
CENTRE = 24.0


@register.simple_tag
def avatar(key: str) -> SafeString:
    """A star in a disc, with beads around it: number and length of the rays, turn, beads and colour follow from the
    key."""
    drawn = hashlib.sha256(key.encode()).digest()
    rays, beads = 4 + drawn[0] % 5, drawn[1] % 4
    inner, turn = 5 + drawn[2] % 6, drawn[3] / 256 * 2 * pi / rays
    points = [_at(turn + pi * step / rays, inner if step % 2 else 17) for step in range(2 * rays)]
    around = [_at(turn + pi / rays + 2 * pi * bead / max(beads, 1), 19.5) for bead in range(beads)]
    dots = format_html_join("", '<circle cx="{}" cy="{}" r="1.8"></circle>', around)
    return format_html(
        '<svg class="avatar avatar-{}" viewBox="0 0 48 48" aria-hidden="true">'
        '<circle class="avatar-disc" cx="24" cy="24" r="24"></circle>'
        '<polygon points="{}"></polygon>{}</svg>',
        drawn[4] % HUES,
        " ".join(f"{x},{y}" for x, y in points),
        dots,
    )


def _at(angle: float, radius: float) -> tuple[str, str]:
    return f"{CENTRE + radius * sin(angle):.1f}", f"{CENTRE - radius * cos(angle):.1f}"
