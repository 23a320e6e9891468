"""The divisions of a season side by side, as pages and the API show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from leagues.enums import Move, SeasonState
from leagues.models import Division, Matchday, Season, SeasonEntry
from leagues.selectors.public.zones import DivisionZones, Field, Mark, Zone, zones_of
from leagues.selectors.seasons import divisions_of, entries_of_season, matchdays_of, start_sizes
from leagues.services.seasons.last_season import bordered
from tournaments.formats.core.points import HALF_POINTS
from tournaments.formats.core.possible_places.values import PossiblePlace
from tournaments.selectors.fixtures.public import PublicFixture, public_fixtures
from tournaments.selectors.standings.many import newest_views
from tournaments.selectors.standings.possible_words import FIRST_PLACE, Goal, need_in_words
from tournaments.selectors.standings.tables import StandingsRow, StandingsView

# The sign of each zone and what it is called: never colour alone.
ZONES: Mapping[Zone, tuple[str, str | Promise]] = {
    Zone.CHAMPION: ("★", pgettext_lazy("zone of a table", "champion")),
    Zone.PROMOTION: ("▲", pgettext_lazy("zone of a table", "promotion")),
    Zone.PLAYOFF_UP: ("△", pgettext_lazy("zone of a table", "play-off for promotion")),
    Zone.PLAYOFF_DOWN: ("▽", pgettext_lazy("zone of a table", "play-off against relegation")),
    Zone.RELEGATION: ("▼", pgettext_lazy("zone of a table", "relegation")),
}
CERTAIN: Mapping[str, str | Promise] = {
    "champion": _("champion for certain"),
    "promotion": _("promoted for certain"),
    "relegation": _("relegated for certain"),
}
_MOVED = {Move.PROMOTED: Zone.PROMOTION, Move.RELEGATED: Zone.RELEGATION}


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """A player's line in a division. `rank` is None before the start, and for those who don't count. `zone`: of the
    place as it stands, or as it ended; `mark`: what is certain if the player finishes."""

    entry_key: str
    player_key: str
    name: str
    rank: int | None
    played: int
    points: int
    scale: int
    zone: Zone | None
    mark: Mark | None = None
    left: str = ""
    possible: PossiblePlace | None = None
    wins: int = 0
    ties: int = 0
    losses: int = 0

    @property
    def sign(self) -> str:
        return ZONES[self.zone][0] if self.zone else ""

    @property
    def zone_name(self) -> str:
        return str(ZONES[self.zone][1]) if self.zone else ""

    @property
    def certain(self) -> str:
        """A key of CERTAIN, or empty."""
        return self.mark.certain if self.mark else ""

    @property
    def unless_withdraw(self) -> int | None:
        """So many others who withdraw could still change what is certain."""
        return self.mark.unless or None if self.mark else None

    @property
    def certain_name(self) -> str:
        if self.mark is None:
            return ""
        if not (count := self.mark.unless):
            return str(CERTAIN[self.mark.certain])
        if self.mark.certain == "safety":
            text = ngettext("safe unless %(count)d other withdraws", "safe unless %(count)d others withdraw", count)
        else:
            text = ngettext(
                "relegated unless %(count)d other withdraws", "relegated unless %(count)d others withdraw", count
            )
        return text % {"count": count}


@dataclass(frozen=True, slots=True)
class DivisionView:
    """A division with its lines. `to_play`: fixtures whose window has opened, and which aren't played yet."""

    division: Division
    zones: DivisionZones
    rows: tuple[DivisionRow, ...]
    table: StandingsView | None
    field: Field
    to_play: tuple[PublicFixture, ...] = ()

    @property
    def legend(self) -> list[tuple[Zone, str, str]]:
        """The zones that its table shows: zone, sign and name."""
        shown = {row.zone for row in self.rows}
        return [(zone, sign, str(name)) for zone, (sign, name) in ZONES.items() if zone in shown]

    def needs(self) -> list[tuple[DivisionRow, list[str]]]:
        """What each player needs for the zones, those left out who can reach or miss nothing more."""
        found = []
        for row in self.rows:
            texts = [text for text in self._needs_of(row) if text]
            if texts:
                found.append((row, texts))
        return found

    def _needs_of(self, row: DivisionRow) -> list[str]:
        place, zones = row.possible, self.zones
        if place is None:
            return []
        ahead, unsure, behind = self.field.gone_of(place)
        goals = [replace(FIRST_PLACE, last=1 + ahead)] if zones.is_highest else []
        if zones.up:
            name = pgettext_lazy("is made certain", "promotion")
            goals.append(Goal(zones.up + ahead, name, _("Promotion is certain.")))
        texts = [need_in_words(place, goal) for goal in goals]
        if not zones.down or row.certain in ("champion", "promotion"):
            return texts
        if row.certain:
            return [*texts, f"{capfirst(row.certain_name)}."]
        staying = Goal(
            self.field.counted - unsure - behind - zones.down,
            pgettext_lazy("is made certain", "staying up"),
            _("Staying up is certain."),
        )
        needed = need_in_words(place, staying)
        return [*texts, needed, str(_("That holds if nobody else withdraws."))] if needed else texts


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season with its divisions; the matchday that runs, or else the next one."""

    season: Season
    divisions: tuple[DivisionView, ...]
    matchdays: tuple[Matchday, ...]
    now: Matchday | None
    is_running: bool


def season_view(season: Season, now: datetime) -> SeasonView:
    """Everything that the pages of a season show of its divisions."""
    divisions = divisions_of(season)
    sizes = start_sizes(season)
    zones = zones_of(bordered(season.settings.placement, sizes), len(divisions))
    days = matchdays_of(season)
    current = next((day for day in days if day.ends_at > now), None)
    events = [division.event for division in divisions if division.event is not None]
    tables = newest_views(events)
    entries = list(entries_of_season(season).exclude(division=None))
    is_over = season.state in (SeasonState.CLOSED, SeasonState.CANCELLED)
    to_play: dict[int, list[PublicFixture]] = {}
    for fixture in public_fixtures(events, opened_by=now, open_only=True) if events and not is_over else ():
        to_play.setdefault(fixture.event, []).append(fixture)
    return SeasonView(
        season=season,
        divisions=tuple(
            _division_view(season, division, of_division, tables, entries, to_play)
            for division, of_division in zip(divisions, zones, strict=True)
        ),
        matchdays=tuple(days),
        now=current,
        is_running=current is not None and current.starts_at <= now,
    )


def _division_view(
    season: Season,
    division: Division,
    zones: DivisionZones,
    tables: Mapping[int, StandingsView],
    entries: Sequence[SeasonEntry],
    to_play: Mapping[int, Sequence[PublicFixture]],
) -> DivisionView:
    own = [entry for entry in entries if entry.division_id == division.pk]
    table = tables.get(division.event.pk) if division.event is not None else None
    if season.state == SeasonState.CLOSED:
        rows = _final_rows(own, zones, table)
    elif table is None:
        rows = [
            DivisionRow(entry.key, entry.player.key, entry.player.public_name, None, 0, 0, HALF_POINTS, None)
            for entry in own
        ]
    else:
        rows = _rows(table, zones)
    fixtures = to_play.get(division.event.pk, ()) if division.event is not None else ()
    return DivisionView(division, zones, tuple(rows), table, field_of(table), tuple(fixtures))


def _rows(table: StandingsView, zones: DivisionZones) -> list[DivisionRow]:
    """The lines of a running division. Those who withdrew have no zone: who finishes counts (G6)."""
    field = field_of(table)
    finishing = [row for row in table.rows if row.is_counted and not row.left]
    places = {row.entry_key: place for place, row in enumerate(finishing, 1)}
    has_begun = any(row.played for row in table.rows)
    rows = []
    for row in table.rows:
        place = places.get(row.entry_key)
        zone = zones.zone(place, len(finishing)) if place and has_begun else None
        rows.append(_row(row, table, zone, zones.mark(row.possible, field) if place else None))
    return rows


def field_of(table: StandingsView | None) -> Field:
    """Who is counted in a table, and the places of those among them who left. Where their places aren't told, nobody's
    are."""
    counted = [row for row in table.rows if row.is_counted] if table else []
    return Field(len(counted), tuple(row.possible for row in counted if row.left and row.possible))


def _row(row: StandingsRow, table: StandingsView, zone: Zone | None, mark: Mark | None) -> DivisionRow:
    return DivisionRow(
        entry_key=row.entry_key,
        player_key=row.player_key,
        name=row.name,
        rank=row.rank if row.is_counted else None,
        played=row.played,
        points=row.points,
        scale=table.scale,
        zone=zone,
        mark=mark,
        left=row.left,
        possible=row.possible,
        wins=row.wins,
        ties=row.draws,
        losses=row.losses,
    )


def _final_rows(entries: Sequence[SeasonEntry], zones: DivisionZones, table: StandingsView | None) -> list[DivisionRow]:
    """The lines of a closed season, in the order that was fixed."""
    lines = {row.entry_key: row for row in table.rows} if table else {}
    rows = []
    for entry in sorted(entries, key=lambda entry: (entry.final_place or len(entries), entry.key)):
        line = lines.get(entry.event_entry)
        is_champion = entry.final_place == 1 and entry.finished and zones.is_highest
        rows.append(
            DivisionRow(
                entry_key=entry.event_entry or entry.key,
                player_key=entry.player.key,
                name=entry.player.public_name,
                rank=entry.final_place,
                played=line.played if line else 0,
                points=line.points if line else 0,
                scale=table.scale if table else HALF_POINTS,
                zone=Zone.CHAMPION if is_champion else _MOVED.get(Move(entry.move)) if entry.move else None,
                left="" if entry.finished else str(_("didn’t finish")),
                wins=line.wins if line else 0,
                ties=line.draws if line else 0,
                losses=line.losses if line else 0,
            )
        )
    return rows
