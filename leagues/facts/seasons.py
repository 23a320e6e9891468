"""Facts about the steps of a season: planned, placed, started, moved, cancelled."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from django.utils.translation import gettext_lazy as _

from leagues.enums import Answer, Origin, SeasonState
from leagues.facts.base import LeagueFact
from leagues.facts.state import ReplayedDivision, ReplayedLeague, ReplayedSeason
from leagues.placement.values import Reason
from magistrar_site.shared.facts import (
    ContradictionError,
    FactSentence,
    FactValue,
    Integer,
    Key,
    Moment,
    Small,
)


class SeasonPlanned(LeagueFact, frozen=True, kw_only=True):
    """The name is a detail."""

    kind = "league.season_planned"
    sentence = FactSentence(_("season planned"), _("Season %(number)s was planned."))

    season: Key
    number: Small
    rules: dict[str, Any]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        if any(season.number == self.number for season in state.seasons.values()):
            raise ContradictionError("season", "another number", str(self.number))
        state.seasons[self.season] = ReplayedSeason(self.season, self.number, self.rules, fact.at)


class SeasonChanged(LeagueFact, frozen=True, kw_only=True):
    """Other settings. `is_renamed`: it has another name too, which is a detail."""

    kind = "league.season_changed"
    sentence = FactSentence(_("season changed"), _("The season’s settings were changed."))

    season: Key
    rules: dict[str, Any]
    is_renamed: bool

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        state.season(self.season).rules = self.rules


class PlacedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a division. `rating` is the one that a newcomer was placed by, or None."""

    entry: Key
    reason: Reason
    rating: Integer | None
    by_hand: bool


class PlacedDivision(msgspec.Struct, frozen=True, kw_only=True):
    """A division with its players in the order of the placement."""

    division: Key
    number: Small
    entries: list[PlacedEntry]


class SeasonPlaced(LeagueFact, frozen=True, kw_only=True):
    """Everybody who plays has a division. `unearned`: how many move without having earned it. Names of divisions are
    details."""

    kind = "league.season_placed"
    sentence = FactSentence(_("divisions placed"), _("The divisions were placed."))

    season: Key
    divisions: list[PlacedDivision]
    unearned: Small

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.OPEN)
        season.state = SeasonState.PLACED.value
        seen: set[str] = set()
        for division in self.divisions:
            season.divisions[division.number] = ReplayedDivision(division.division, division.number)
            for place, placed in enumerate(division.entries, 1):
                entry = season.entry(placed.entry)
                if placed.entry in seen or entry.answer != Answer.YES or entry.is_reserve:
                    raise ContradictionError("placement", "each player who plays once", placed.entry)
                seen.add(placed.entry)
                entry.division, entry.place, entry.reason = division.number, place, placed.reason.value
                entry.rating = placed.rating


class MatchdayWindow(msgspec.Struct, frozen=True, kw_only=True):
    number: Small
    starts_at: Moment
    ends_at: Moment


class StartedDivision(msgspec.Struct, frozen=True, kw_only=True):
    """Where a division is played."""

    division: Small
    event: Key


class EventEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The entry in the division's event that a player of the season has."""

    entry: Key
    event_entry: Key


class SeasonStarted(LeagueFact, frozen=True, kw_only=True):
    """Each division has its event, and all share the matchdays."""

    kind = "league.season_started"
    sentence = FactSentence(_("season started"), _("The season started."))

    season: Key
    divisions: list[StartedDivision]
    entries: list[EventEntry]
    matchdays: list[MatchdayWindow]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.PLACED)
        season.state = SeasonState.RUNNING.value
        for started in self.divisions:
            if started.division not in season.divisions:
                raise ContradictionError("division", "one of the season", str(started.division))
            season.divisions[started.division].event = started.event
        for row in self.entries:
            season.entry(row.entry).event_entry = row.event_entry
        season.matchdays = {day.number: (day.starts_at, day.ends_at) for day in self.matchdays}


class ReserveTookOver(LeagueFact, frozen=True, kw_only=True):
    """A reserve goes on in the place of a player of the running season, and has their entry in the division's event.
    The player replaced doesn't finish. The reason is a detail."""

    kind = "league.reserve_took_over"
    sentence = FactSentence(_("reserve took over"), _("A reserve goes on in the place of a player."))

    season: Key
    entry: Key
    was: Key

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.RUNNING)
        reserve, was = season.entry(self.entry), season.entry(self.was)
        if not reserve.is_reserve or reserve.division is not None:
            raise ContradictionError("reserve", "one who stands by", self.entry)
        if was.division is None or not was.event_entry:
            raise ContradictionError("player", "one who plays in a division", self.was)
        reserve.division, reserve.event_entry, reserve.took_over = was.division, was.event_entry, was.key
        was.event_entry, was.finished = "", False


class MatchdayMoved(LeagueFact, frozen=True, kw_only=True):
    """Matchdays have other windows, for all divisions. The reason is a detail."""

    kind = "league.matchday_moved"
    sentence = FactSentence(_("matchday moved"), _("Matchdays were moved for all divisions."))

    season: Key
    matchdays: list[MatchdayWindow]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.RUNNING)
        for day in self.matchdays:
            if day.number not in season.matchdays:
                raise ContradictionError("matchday", "one of the season", str(day.number))
            season.matchdays[day.number] = day.starts_at, day.ends_at


class SeasonCancelled(LeagueFact, frozen=True, kw_only=True):
    """Nobody is promoted, and nobody is champion; games stay rated. The reason is a detail."""

    kind = "league.season_cancelled"
    sentence = FactSentence(_("season cancelled"), _("The season was cancelled."))

    season: Key

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        if season.state in {SeasonState.CLOSED, SeasonState.CANCELLED}:
            raise ContradictionError("season", "not over", season.state)
        season.state = SeasonState.CANCELLED.value


class StepUndone(LeagueFact, frozen=True, kw_only=True):
    """A step was taken back while nothing depended on it: the season is as it was before."""

    kind = "league.step_undone"
    sentence = FactSentence(
        _("step taken back"),
        _("A step of the season was taken back."),
        by="step",
        variants={
            "entries": _("The season isn’t open for entries any more."),
            "placement": _("The placement was taken back."),
            "start": _("The start was taken back; the divisions’ events were cancelled."),
            "closing": _("The season runs again."),
            "close": _("The closing was taken back."),
        },
    )

    season: Key
    step: Literal["entries", "placement", "start", "closing", "close"]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        before, after = _UNDONE[self.step]
        season.require(before)
        season.state = after.value
        if self.step == "entries":
            season.entries = {key: entry for key, entry in season.entries.items() if entry.origin != Origin.RETURNING}
        elif self.step == "placement":
            season.placement_undo()
        elif self.step == "start":
            season.matchdays.clear()
            for division in season.divisions.values():
                division.event = None
            for entry in season.entries.values():
                if entry.took_over is not None:
                    season.entries[entry.took_over].finished = True
                    entry.division, entry.took_over = None, None
                entry.event_entry = ""
        elif self.step == "closing":
            season.deciders.clear()
        else:
            season.honours.clear()
            for entry in season.entries.values():
                entry.final_place, entry.finished, entry.move = None, True, ""


_UNDONE = {
    "entries": (SeasonState.OPEN, SeasonState.PLANNED),
    "placement": (SeasonState.PLACED, SeasonState.OPEN),
    "start": (SeasonState.RUNNING, SeasonState.PLACED),
    "closing": (SeasonState.CLOSING, SeasonState.RUNNING),
    "close": (SeasonState.CLOSED, SeasonState.CLOSING),
}
