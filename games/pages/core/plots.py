"""What a plot is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class PlotLine:
    """One line: its name, and its values from left to right, each with the text that it is shown as. `kind` is how it
    is drawn: main, white or black (each with marks of its own shape)."""

    name: str
    values: Sequence[tuple[float, str]]
    kind: str = "main"


@dataclass(frozen=True)
class Plot:
    """Lines over the same places. `label` says what is drawn; `across` what the places are (a round, an opponent), and
    `places` names each; `finest` is the smallest step of the grid. `ticks` are words below some of the places, by
    their number from 0 on; without them short names of places stand there."""

    label: str
    across: str
    places: Sequence[str]
    lines: Sequence[PlotLine]
    finest: int = 1
    ticks: Mapping[int, str] = field(default_factory=dict)
