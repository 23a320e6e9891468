"""What a tie-break is: one column of the standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.core.tiebreaks.results import Results
from tournaments.formats.core.tiebreaks.value import Amount, TieBreakValue

Compute = Callable[[Results, Sequence[int]], Mapping[int, TieBreakValue]]
Values = Mapping[int, TieBreakValue]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One column. `compute` is given the results and the entrants to value: all of them, or, `within_tie`, those of one
    group that is still tied. `lower_first` columns rank the smaller value higher. `name` is an English message,
    `source` the article it follows."""

    code: str
    name: str
    source: str
    compute: Compute
    within_tie: bool = False
    lower_first: bool = False

    def key(self, value: TieBreakValue) -> Amount:
        """What to sort by, ascending. A missing value sorts behind all others only among missing ones: 0."""
        if value.amount is None:
            return 0
        return value.amount if self.lower_first else -value.amount
