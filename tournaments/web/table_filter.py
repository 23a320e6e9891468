"""What is typed to find tables of a large round: numbers, ranges and names, separated by commas."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from magistrar_site.shared.names import fold_name, undotted

LONGEST = 200
SEARCHED_FROM = 12  # tables or players from which on a list can be searched
_RANGE = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class TableFilter:
    """`ranges` of table numbers, both ends included, and folded parts of `names`; with neither everything is shown, or
    `nothing` where what was typed is neither."""

    ranges: tuple[tuple[int, int], ...] = ()
    names: tuple[str, ...] = ()
    nothing: bool = False

    @property
    def is_set(self) -> bool:
        return bool(self.ranges or self.names or self.nothing)

    def shows(self, table: int | None, folded_names: Iterable[str]) -> bool:
        """Whether a line is meant: its table is in a range, or a name of who sits there has one of the parts in it.
        `table` is None for who has none."""
        if not self.ranges and not self.names:
            return not self.nothing
        if table is not None and any(first <= table <= last for first, last in self.ranges):
            return True
        return any(part in name or undotted(part) in undotted(name) for name in folded_names for part in self.names)


def table_filter(text: str) -> TableFilter:
    """ "17" is table 17, "10-40" the tables 10 to 40, "anna" everybody so called; "17, anna" either."""
    ranges, names = [], []
    for part in text[:LONGEST].split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is not None:
            first, last = int(found[1]), int(found[2] or found[1])
            ranges.append((min(first, last), max(first, last)))
        elif fold_name(part):
            names.append(fold_name(part))
    return TableFilter(tuple(ranges), tuple(names), nothing=bool(text.strip(" ,")))
