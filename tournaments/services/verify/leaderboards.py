"""Whether the leaderboards and Grand Mage tables that an event counts for are those that follow from its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Model

from magistrar_site.shared.facts import Difference
from ratings.services.proof import rating_differences, ratings_are_behind
from tournaments.facts.state import ReplayedState
from tournaments.models import Event, GrandMagePeriod, GrandMageStanding, GrandMageTable, SeriesShare, TitleReign
from tournaments.selectors.series.grand_mage import grand_mage_is_stale, played_series
from tournaments.services.series.grand_mage import reigns_made, shares_made, standings_made


def leaderboard_differences(state: ReplayedState, notes: list[str]) -> Iterator[Difference]:
    """What is stored of the pools that the event's games are rated in. One that is behind is made up for by itself."""
    for pool in sorted({game.pool for game in state.games.values() if game.pool}):
        if ratings_are_behind(pool):
            notes.append(f"the ratings of {pool} are behind")
            continue
        differences = list(rating_differences(pool_key=pool))
        if differences and ratings_are_behind(pool):  # a result came in meanwhile
            notes.append(f"the ratings of {pool} are behind")
            continue
        for found in differences:
            game = state.games.get(found.game)
            if found.game:
                what = f"rating change of {found.player} by game {found.game}"
            else:
                what = f"leaderboard of {pool}, {found.player}"
            number = game.result_fact if game else _newest_result(state, found.player)
            yield Difference(number, f"{what}, {found.member}".removesuffix(", "), found.expected, found.found)


def _newest_result(state: ReplayedState, player: str) -> int:
    """The number of the fact that last changed a result of the player here; 0 where there is none."""
    return max((game.result_fact for game in state.games.values() if player in game.seats), default=0)


def grand_mage_differences(event: Event, notes: list[str]) -> Iterator[Difference]:
    """Differences in the stored Grand Mage series of the club, where the event has such series."""
    club = event.club
    if not event.settings.goldens:
        return
    if grand_mage_is_stale(club):
        notes.append("the Grand Mage tables are behind")
        return
    played = played_series(club)
    series = [each.series for each in played]
    differences = list(_of_rows("series", shares_made(club, played), SeriesShare.objects.filter(club=club), "number"))
    differences += _of_rows("title", reigns_made(club, series), TitleReign.objects.filter(club=club), "number")
    seasons = {season.pk: season for season in GrandMagePeriod.objects.filter(club=club)}
    for table in GrandMageTable.objects.filter(club=club).order_by("pk"):
        season = seasons.get(table.season_id) if table.season_id else None
        counted = [each.series for each in played if season is None or season.starts_on <= each.day <= season.ends_on]
        stored = GrandMageStanding.objects.filter(table=table)
        differences += _of_rows("Grand Mage table", standings_made(table, counted), stored, "rank")
    if differences and grand_mage_is_stale(club):  # a result came in meanwhile
        notes.append("the Grand Mage tables are behind")
        return
    yield from differences


def _of_rows(what: str, made: Iterable[Model], stored: Iterable[Model], by: str) -> Iterator[Difference]:
    """Rows of one model that differ in any member but their primary key; each is named by its player and number."""
    expected, found = ({_row(row) for row in rows} for rows in (made, stored))
    for row in sorted(expected - found, key=str):
        yield Difference(0, f"{what}, {dict(row)[by]}", _said(row), "no such row")
    for row in sorted(found - expected, key=str):
        yield Difference(0, f"{what}, {dict(row)[by]}", "no such row", _said(row))


Row = tuple[tuple[str, Any], ...]


def _row(row: Model) -> Row:
    members = (field.attname for field in row._meta.concrete_fields if not field.primary_key)
    return tuple((name, getattr(row, name)) for name in members)


def _said(row: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in row)
