"""A number that a game has for each player beside its points, as tables add it up: health, victory points."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberColumn:
    """One number of the stage's game system. Cells hold their numbers in the order of the stage's columns.

    `code` names the tie-break on it in stored rules and tables. `label` and `short_label` (the head of a column) are
    English messages, `source` names the game. `is_newest` says that only the newest game counts, instead of the sum;
    `lower_first` that less is better; `has_difference` that own less opponents' is a tie-break too. `least` and `most`
    are the bounds that no game leaves, None where there is none.
    """

    key: str
    code: str
    label: str
    short_label: str
    source: str
    is_newest: bool = False
    lower_first: bool = False
    has_difference: bool = False
    least: int | None = None
    most: int | None = None
