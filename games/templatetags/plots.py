"""Plots as SVG: geometry by attributes, looks by the stylesheet, a table behind them for those who can't see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template

register = template.Library()

WIDTH, HEIGHT = 420, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 14
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5
MOST_DOTS = 60


@dataclass(frozen=True)
class PlotPoint:
    """A value with the words that say what it belongs to."""

    value: float
    label: str


def grid_of(low: float, high: float) -> list[int]:
    """Round numbers from at or below `low` to at or above `high`, at most six of them."""
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES - 1), STEPS[-1])
    first = int(low // step) * step
    last = -int(-high // step) * step
    if first == last:
        first, last = first - step, last + step
    return list(range(first, last + 1, step))


@register.inclusion_tag("components/plot.html")
def plot(points: Sequence[PlotPoint], label: str) -> dict[str, Any]:
    """A line through the points in order, evenly spaced. `label` says what is drawn."""
    if not points:
        return {"points": [], "label": label}
    grid = grid_of(min(point.value for point in points), max(point.value for point in points))
    span = grid[-1] - grid[0]
    across = (WIDTH - LEFT - RIGHT) / max(len(points) - 1, 1)

    def y(value: float) -> float:
        return round(TOP + (grid[-1] - value) / span * (HEIGHT - TOP - BOTTOM), 1)

    dots = [
        {"x": round(LEFT + number * across, 1), "y": y(point.value), "label": point.label, "value": point.value}
        for number, point in enumerate(points)
    ]
    return {
        "label": label,
        "points": dots,
        "line": " ".join(f"{dot['x']},{dot['y']}" for dot in dots),
        "grid": [{"y": y(value), "text_y": y(value) + 4, "value": value} for value in grid],
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "with_dots": len(dots) <= MOST_DOTS,
        "first": points[0],
        "last": points[-1],
    }
