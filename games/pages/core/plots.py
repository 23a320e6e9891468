"""What a plot is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
    `places` names each; `finest` is the smallest step of the grid."""

    label: str
    across: str
    places: Sequence[str]
    lines: Sequence[PlotLine]
    finest: int = 1
