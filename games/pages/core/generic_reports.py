"""What the generic pages show of a report: rows of numbers and places, conflicts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from games.engine.core.judged import Judged
from games.enums import ResultKind
from games.models import GameResult
from games.selectors.games import score_of_rows


def minus(number: int | None) -> str:
    """A number with a true minus; a dash for one that isn't known."""
    return "–" if number is None else str(number).replace("-", "−")


@dataclass(frozen=True)
class GenericViolation:
    """What is wrong, in the reader's language, and the rule's number."""

    text: str
    rule: str
    code: str


@dataclass(frozen=True)
class GenericRow:
    """A seat's line in the table of a report: numbers in the order in which the system declares them."""

    seat: int
    name: str
    place: int | None
    numbers: tuple[str, ...]


@dataclass(frozen=True)
class GenericReport:
    """A report as the neutral words of its numbers and places say it."""

    judged: Judged
    winner: str | None
    score: str
    rows: tuple[GenericRow, ...]
    violations: tuple[GenericViolation, ...]
    winners: tuple[str, ...]
    """Who won each part: a name, empty where nobody did alone."""

    @property
    def legal(self) -> bool:
        return self.judged.legal

    @property
    def complete(self) -> bool:
        return self.judged.complete

    @property
    def is_readable(self) -> bool:
        return self.judged.is_readable

    @property
    def parts(self) -> int:
        return len(self.judged.parts)


def placed_report(report: GenericReport | None, result: GameResult | None) -> GenericReport | None:
    """The report with the places of the result where the game itself came to none, as it was broken off."""
    if report is None or result is None or result.kind != ResultKind.ABANDONED:
        return report
    places = score_of_rows(result, with_parts=False).places
    rows = (replace(row, place=place) for row, place in zip(report.rows, places, strict=True))
    return replace(report, rows=tuple(rows))


@dataclass(frozen=True)
class GenericConflict:
    """Where two versions differ."""

    lead: SafeString
    rows: SafeString
    label: str
    part: str
