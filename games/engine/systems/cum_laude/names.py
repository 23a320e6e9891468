"""The names of Magia Cum Laude that never change: apprentices and the examiner (L1), crystals, cards and the counts
written in three digits.

Elsewhere apprentices are numbered by their place in COLOURS, crystals by their place in CRYSTALS.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Colour = Literal["red", "black", "yellow", "green", "blue", "brown"]
Crystal = Literal["white", "blue", "red"]

COLOURS: tuple[Colour, ...] = ("red", "black", "yellow", "green", "blue", "brown")
CRYSTALS: tuple[Crystal, ...] = ("white", "blue", "red")
EXAMINER = "examiner"
EXAMINER_NUMBER = len(COLOURS)

COLOUR_LETTERS: Mapping[str, int] = {"r": 0, "k": 1, "y": 2, "g": 3, "b": 4, "n": 5}
SYMBOLS: Mapping[str, str] = {"step": "s", "trade": "t", "again": "a", "places": "p"}
CARDS: Mapping[str, int] = {
    letter + symbol: colour for letter, colour in COLOUR_LETTERS.items() for symbol in ("", *SYMBOLS.values())
}
"""Every movement card as it is written, with the number of its colour."""

Counts = tuple[int, int, int]
"""How many crystals of each colour."""

NO_CRYSTALS: Counts = (0, 0, 0)


def counts_of(digits: str) -> Counts:
    """The crystals of a spell or an order that is named by three digits: white, blue, red."""
    white, blue, red = tuple(digits)
    return int(white), int(blue), int(red)
