"""A league as its facts replay it: plain values, compared with the rows. Everything is called by its key, divisions and
matchdays by their number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from leagues.enums import Answer, SeasonState
from magistrar_site.shared.facts import ContradictionError


@dataclass(slots=True)
class ReplayedSeasonEntry:
    """A player in a season. `division` is a number."""

    key: str
    player: str
    origin: str
    answer: str
    signed_up_at: datetime
    is_reserve: bool = False
    by_player: bool = False
    is_claim: bool = False
    rating: int | None = None
    seeded: int | None = None
    moved_to: int | None = None
    division: int | None = None
    place: int | None = None
    reason: str = ""
    event_entry: str = ""
    took_over: str | None = None
    final_place: int | None = None
    finished: bool = True
    move: str = ""


@dataclass(slots=True)
class ReplayedDivision:
    key: str
    number: int
    event: str | None = None


@dataclass(slots=True)
class ReplayedDecider:
    key: str
    kind: str
    number: int
    entries: list[str]
    event: str | None = None
    how: str = ""
    order: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ReplayedHonour:
    key: str
    player: str
    division: int
    kind: str


@dataclass(slots=True)
class ReplayedSeason:
    """`matchdays` are their windows, by number."""

    key: str
    number: int
    rules: Mapping[str, Any]
    created_at: datetime
    state: str = SeasonState.PLANNED.value
    entries: dict[str, ReplayedSeasonEntry] = field(default_factory=dict)
    divisions: dict[int, ReplayedDivision] = field(default_factory=dict)
    matchdays: dict[int, tuple[datetime, datetime]] = field(default_factory=dict)
    deciders: dict[str, ReplayedDecider] = field(default_factory=dict)
    honours: dict[str, ReplayedHonour] = field(default_factory=dict)

    def require(self, *states: SeasonState) -> None:
        """ContradictionError unless the season is in one of the states."""
        if self.state not in states:
            raise ContradictionError("season", " or ".join(state.value for state in states), self.state)

    def entry(self, key: str) -> ReplayedSeasonEntry:
        if key not in self.entries:
            raise ContradictionError("entry", "one of the season", key)
        return self.entries[key]

    def decider(self, key: str) -> ReplayedDecider:
        if key not in self.deciders:
            raise ContradictionError("decider", "one of the season", key)
        return self.deciders[key]

    def placement_undo(self) -> None:
        """Nobody has a division any more."""
        self.divisions.clear()
        for entry in self.entries.values():
            entry.division, entry.place, entry.reason = None, None, ""
            if entry.answer == Answer.YES:
                entry.rating = None


@dataclass(slots=True)
class ReplayedLeague:
    """`roles` by account; `clubs` are those beside the owner."""

    key: str = ""
    club: str = ""
    columns: dict[str, Any] = field(default_factory=dict)
    clubs: set[str] = field(default_factory=set)
    roles: dict[str, str] = field(default_factory=dict)
    seasons: dict[str, ReplayedSeason] = field(default_factory=dict)

    def season(self, key: str) -> ReplayedSeason:
        if key not in self.seasons:
            raise ContradictionError("season", "one of the league", key)
        return self.seasons[key]
