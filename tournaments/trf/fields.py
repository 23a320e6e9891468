"""Reading fields by position: every reader of a value names the column it stands in when it can't be read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.trf.document import Place
from tournaments.trf.errors import TrfError

_POINTS = re.compile(r"(-?)(\d{0,4})(?:[.,](\d))?")
_TENTHS_TO_HALVES = {None: 0, "0": 0, "5": 1}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file with its number; `code` is its first three characters."""

    number: int
    text: str

    @property
    def code(self) -> str:
        return self.text[:3]

    @property
    def place(self) -> Place:
        return Place(self.number, 1)

    def field(self, first: int, last: int) -> str:
        """The characters from column `first` to `last`, one-based and inclusive, as FIDE writes positions."""
        return self.text[first - 1 : last]

    def fail(self, column: int, message: str) -> TrfError:
        return TrfError(self.number, column, message)

    def require_blank(self, first: int, last: int, message: str) -> None:
        """Refuse anything but blanks between two fields: the columns of such a line have slipped."""
        for column in range(first, last + 1):
            if self.field(column, column).strip(" "):
                raise self.fail(column, message)

    def whole(self, first: int, last: int, what: str) -> int:
        """A whole number somewhere in those columns."""
        text = self.field(first, last).strip(" ")
        if not (text.isascii() and text.isdigit()):
            raise self.fail(first, f"{what} {text!r} is not a number" if text else f"{what} is missing")
        return int(text)

    def whole_or(self, first: int, last: int, what: str, default: int) -> int:
        return self.whole(first, last, what) if self.field(first, last).strip(" ") else default

    def half_points(self, first: int, last: int, what: str) -> int:
        """Points written like 11.5, as half points."""
        return parse_half_points(self, self.field(first, last).strip(" "), first, what)

    def words(self, start: int) -> list[tuple[int, str]]:
        """The words from column `start` on, each with its column."""
        return [
            (match.start() + 1, match.group())
            for match in re.finditer(r"[^ \t]+", self.text)
            if match.start() >= start - 1
        ]

    def numbers(self, start: int, what: str, *, width: int = 5) -> list[int]:
        """Numbers in four columns each, `width` apart, to the end of the line."""
        end = len(self.text.rstrip(" "))
        found = []
        for first in range(start, end + 1, width):
            found.append(self.whole(first, first + 3, what))
            self.require_blank(first + 4, first + width - 1, f"{what} doesn't stand in its columns")
        return found


def parse_half_points(line: Line, text: str, column: int, what: str) -> int:
    """Points written like 11.5 as half points; TrfError where they aren't a multiple of a half."""
    match = _POINTS.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        raise line.fail(column, f"{what} {text!r} is not a number of points" if text else f"{what} is missing")
    if match[3] not in _TENTHS_TO_HALVES:
        raise line.fail(column, f"{what} {text!r} is not a multiple of half a point")
    halves = 2 * int(match[2] or 0) + _TENTHS_TO_HALVES[match[3]]
    return -halves if match[1] else halves
