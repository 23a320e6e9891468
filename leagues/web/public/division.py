"""What the page of a division shows beside its table: form, and fixtures by matchday."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from tournaments.selectors.fixtures.public import PublicFixture, public_fixtures
from tournaments.selectors.standings.crosstables import CrossRow, Meeting

if TYPE_CHECKING:
    from tournaments.models import Event

FORM = 5  # games that tell how a player is doing


@dataclass(frozen=True, slots=True)
class FixtureRound:
    """A matchday with its fixtures. `is_next`: the first whose window hasn't closed."""

    number: int
    opens_at: datetime
    closes_at: datetime
    fixtures: tuple[PublicFixture, ...]
    is_next: bool

    @property
    def is_open(self) -> bool:
        return any(fixture.is_open for fixture in self.fixtures)


def rounds_of_division(event: Event, now: datetime) -> list[FixtureRound]:
    """The rounds in order, each with all its fixtures."""
    by_round: dict[int, list[PublicFixture]] = {}
    for fixture in public_fixtures([event]):
        by_round.setdefault(fixture.round, []).append(fixture)
    coming = [number for number, found in by_round.items() if max(each.closes_at for each in found) > now]
    return [
        FixtureRound(
            number,
            min(each.opens_at for each in found),
            max(each.closes_at for each in found),
            tuple(found),
            number == min(coming, default=0),
        )
        for number, found in sorted(by_round.items())
    ]


def form_of(cross: Iterable[CrossRow]) -> dict[str, list[Meeting]]:
    """The last games of each player that are over, the newest last, by entry."""
    forms: dict[str, list[Meeting]] = {}
    for row in cross:
        in_cells = [meeting for cell in row.cells for meeting in cell.meetings]
        in_rounds = [cell.meeting for cell in row.rounds if cell.meeting is not None]
        played = [meeting for meeting in (*in_cells, *in_rounds) if meeting.mark]
        forms[row.entry_key] = sorted(played, key=lambda meeting: meeting.round)[-FORM:]
    return forms
