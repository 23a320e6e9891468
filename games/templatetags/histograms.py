"""How many have how much, as bars: geometry by attributes, looks by the stylesheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()

WIDTH, HEIGHT, TOP, BOTTOM = 420, 150, 12, 20
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_BARS = 24


@register.inclusion_tag("components/histogram.html")
def histogram(counts: Mapping[int, int], label: str) -> dict[str, Any]:
    """The numbers, each with how many have it, in bars of equal width."""
    if len(counts) < 2:
        return {}
    low, high = min(counts), max(counts)
    step = next((step for step in STEPS if (high - low) / step < MOST_BARS - 1), STEPS[-1])
    first, last = low // step, high // step
    bars = dict.fromkeys(range(first, last + 1), 0)
    for number, count in counts.items():
        bars[number // step] += count
    most, width = max(bars.values()), WIDTH / len(bars)
    shown = [
        {
            "x": f"{(at - first) * width + 1:.1f}",
            "y": f"{TOP + (1 - count / most) * (HEIGHT - TOP - BOTTOM):.1f}",
            "width": f"{max(width - 2, 1):.1f}",
            "height": f"{count / most * (HEIGHT - TOP - BOTTOM):.1f}",
            "text": _said(at * step, step, count),
        }
        for at, count in bars.items()
    ]
    middle = (first + last + 1) // 2
    ticks = [
        {"x": f"{(at - first) * width:.1f}", "text": at * step, "anchor": anchor}
        for at, anchor in ((first, "start"), (middle, "middle"), (last + 1, "end"))
    ]
    return {"label": label, "bars": shown, "ticks": ticks, "width": WIDTH, "height": HEIGHT, "base": HEIGHT - BOTTOM}


def _said(low: int, step: int, count: int) -> str:
    players = ngettext("%(n)d player", "%(n)d players", count) % {"n": count}
    return _("%(low)d to %(high)d: %(players)s") % {"low": low, "high": low + step - 1, "players": players}
