"""A player's way through the divisions, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.selectors.public.history import Step

LEFT, TOP, HEIGHT, SEASON = 40, 16, 56, 72  # of the drawing: margins, a division's band, a season's width


@dataclass(frozen=True, slots=True)
class WayDot:
    step: Step
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class WayBand:
    """A division's band, from the highest down."""

    division: int
    y: int
    middle: int


@dataclass(frozen=True, slots=True)
class WayPlot:
    width: int
    height: int
    bands: tuple[WayBand, ...]
    dots: tuple[WayDot, ...]

    @property
    def line(self) -> str:
        """The points of the line between the dots, as SVG has them."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def right(self) -> int:
        return self.width - TOP

    @property
    def tick_y(self) -> int:
        return self.height - TOP // 2

    @property
    def band_height(self) -> int:
        return HEIGHT


def way_plot(steps: Sequence[Step]) -> WayPlot:
    """Divisions as bands below each other; within a band the place, the first on top. A season that still runs is in
    the middle of its band."""
    lowest = max(step.division for step in steps)
    first = steps[0].season_number
    dots = tuple(
        WayDot(step, LEFT + SEASON // 2 + (step.season_number - first) * SEASON, _height_of(step)) for step in steps
    )
    bands = tuple(
        WayBand(number, TOP + (number - 1) * HEIGHT, TOP + (number - 1) * HEIGHT + HEIGHT // 2 + 5)
        for number in range(1, lowest + 1)
    )
    width = LEFT + (steps[-1].season_number - first + 1) * SEASON + TOP
    return WayPlot(width, TOP + lowest * HEIGHT + 2 * TOP, bands, dots)


def _height_of(step: Step) -> int:
    top = TOP + (step.division - 1) * HEIGHT
    if step.place is None or step.players < 2:
        return top + HEIGHT // 2
    inner = HEIGHT - 16
    return top + 8 + inner * (step.place - 1) // (step.players - 1)
