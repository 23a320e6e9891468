"""Plots as SVG: geometry by attributes, looks by the stylesheet, and the same numbers as a table behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django import template

from games.pages.core.plots import Plot, PlotLine
from games.templatetags.interface import minus

register = template.Library()

WIDTH, HEIGHT = 420, 200
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 28
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5
MOST_DOTS = 60
MOST_TICKS = 12


def grid_of(low: float, high: float, finest: int = 1) -> list[int]:
    """Round numbers from at or below `low` to at or above `high`, at most six of them."""
    step = next((step for step in STEPS if step >= finest and (high - low) / step <= MOST_LINES - 1), STEPS[-1])
    first = int(low // step) * step
    last = -int(-high // step) * step
    if first == last:
        first, last = first - step, last + step
    return list(range(first, last + 1, step))


@register.inclusion_tag("components/plot.html")
def plot(drawn: Plot | None, *, with_table: bool = True) -> dict[str, Any]:
    """The plot with a caption and its table; without the table where the page has a better one."""
    numbers = [value for line in drawn.lines for value, _text in line.values] if drawn is not None else []
    if drawn is None or not numbers:
        return {"plot": None}
    grid = grid_of(min(numbers), max(numbers), drawn.finest)
    across = (WIDTH - LEFT - RIGHT) / max(len(drawn.places) - 1, 1)

    def x(number: int) -> float:
        return round(LEFT + number * across, 1)

    def y(value: float) -> float:
        return round(TOP + (grid[-1] - value) / (grid[-1] - grid[0]) * (HEIGHT - TOP - BOTTOM), 1)

    return {
        "plot": drawn,
        "id": "plot-" + hashlib.sha256(repr(drawn).encode()).hexdigest()[:8],
        "lines": [_line(line, drawn.places, x, y) for line in drawn.lines],
        "grid": [
            {"y": y(value), "text_y": y(value) + 4, "text": minus(value), "is_zero": value == 0} for value in grid
        ],
        "ticks": _ticks(drawn, x),
        "rows": [
            {"place": place, "texts": [line.values[number][1] for line in drawn.lines if number < len(line.values)]}
            for number, place in enumerate(drawn.places)
        ],
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "text_x": LEFT - 8,
        "tick_y": HEIGHT - 8,
        "with_dots": len(numbers) <= MOST_DOTS,
        "with_table": with_table,
        "with_legend": len(drawn.lines) > 1,
    }


def _line(line: PlotLine, places: Sequence[str], x: Any, y: Any) -> dict[str, Any]:
    dots = [
        {"x": x(number), "y": y(value), "square_x": x(number) - 3.5, "square_y": y(value) - 3.5, "text": text, "at": at}
        for number, ((value, text), at) in enumerate(zip(line.values, places, strict=False))
    ]
    return {
        "name": line.name,
        "kind": line.kind,
        "dots": dots,
        "points": " ".join(f"{dot['x']},{dot['y']}" for dot in dots),
    }


def _ticks(drawn: Plot, x: Any) -> list[dict[str, Any]]:
    """The words under the plot, else the places by name where these are few and short; at its edges they stay inside
    of it."""
    if not drawn.ticks and len(drawn.lines[0].values) > MOST_TICKS:
        return []
    words = drawn.ticks or {number: place for number, place in enumerate(drawn.places) if len(place) <= 3}
    last = len(drawn.places) - 1
    anchors = {0: "start", last: "end"} if drawn.ticks else {}
    return [{"x": x(number), "text": text, "anchor": anchors.get(number, "middle")} for number, text in words.items()]
