"""The past of a league: champions by season, the all-time table, records, and ways through the divisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leagues.enums import HonourKind, SeasonState
from leagues.models import Division, Honour, League, SeasonEntry


@dataclass(frozen=True, slots=True)
class Champion:
    """The champion of a division in a season."""

    season_number: int
    season_name: str
    division_number: int
    division_name: str
    player_key: str
    name: str


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """A player over all closed seasons. `titles` are championships of the first division, `promotions` how often they
    rose; `highest` is the best division that they played in."""

    player_key: str
    name: str
    seasons: int
    titles: int
    promotions: int
    relegations: int
    highest: int
    best_place: int


@dataclass(frozen=True, slots=True)
class Step:
    """A player's season: the division, the final place in it (None while it runs), of so many."""

    player_key: str
    name: str
    season_number: int
    season_name: str
    division: int
    place: int | None
    players: int


def champions_of(league: League) -> list[Champion]:
    """Newest season first, from the highest division."""
    rows = Honour.objects.filter(season__league=league, kind=HonourKind.CHAMPION)
    rows = rows.select_related("season", "division", "player")
    return [
        Champion(
            row.season.number,
            row.season.name,
            row.division.number,
            row.division.name,
            row.player.key,
            row.player.public_name,
        )
        for row in rows.order_by("-season__number", "division__number", "key")
    ]


def all_time_table(league: League) -> list[AllTimeRow]:
    """Everybody who played a closed season: titles first, then the best division, then seasons played."""
    entries = SeasonEntry.objects.filter(
        season__league=league, season__state=SeasonState.CLOSED, division__isnull=False
    ).select_related("player", "division")
    honours: dict[int, list[tuple[str, int]]] = {}
    made = Honour.objects.filter(season__league=league).order_by()
    for player, kind, division in made.values_list("player_id", "kind", "division__number"):
        honours.setdefault(player, []).append((kind, division))
    by_player: dict[int, list[SeasonEntry]] = {}
    for entry in entries.order_by("pk"):
        by_player.setdefault(entry.player_id, []).append(entry)
    rows = [_all_time_row(own, honours.get(player, [])) for player, own in by_player.items()]
    return sorted(
        rows, key=lambda row: (-row.titles, row.highest, -row.seasons, row.best_place, row.name, row.player_key)
    )


def _all_time_row(entries: Sequence[SeasonEntry], honours: Sequence[tuple[str, int]]) -> AllTimeRow:
    placed = [(entry.division.number, entry.final_place or 999) for entry in entries if entry.division is not None]
    highest, best_place = min(placed)
    return AllTimeRow(
        player_key=entries[0].player.key,
        name=entries[0].player.public_name,
        seasons=len(entries),
        titles=honours.count((HonourKind.CHAMPION, 1)),
        promotions=sum(kind == HonourKind.PROMOTED for kind, _division in honours),
        relegations=sum(kind == HonourKind.RELEGATED for kind, _division in honours),
        highest=highest,
        best_place=best_place,
    )


def streams_of(league: League) -> list[str]:
    """The streams of the events of all its divisions, of seasons that weren't cancelled."""
    divisions = Division.objects.filter(season__league=league, event__isnull=False)
    keys = divisions.exclude(season__state=SeasonState.CANCELLED).order_by("pk").values_list("event__key", flat=True)
    return [f"event:{key}" for key in keys]


def way_of(league: League, player_key: str) -> list[Step]:
    """A player's seasons in the league, oldest first: those in which they had a division."""
    own = SeasonEntry.objects.filter(season__league=league, player__key=player_key, division__isnull=False)
    own = own.exclude(season__state=SeasonState.CANCELLED)
    entries = list(own.select_related("player", "season", "division").order_by("season__number"))
    sizes = _sizes([entry.division_id for entry in entries if entry.division_id])
    return [
        Step(
            entry.player.key,
            entry.player.public_name,
            entry.season.number,
            entry.season.name,
            entry.division.number,
            entry.final_place,
            sizes.get(entry.division.pk, 0),
        )
        for entry in entries
        if entry.division is not None
    ]


def _sizes(divisions: Sequence[int]) -> Mapping[int, int]:
    sizes: dict[int, int] = {}
    for division in SeasonEntry.objects.filter(division__in=divisions).order_by().values_list("division_id", flat=True):
        sizes[division or 0] = sizes.get(division or 0, 0) + 1
    return sizes
