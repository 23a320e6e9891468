"""Working a club's Grand Mage standings out from what its series have come to, and storing them for reading."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from django.db import transaction

from games.enums import Outcome
from games.selectors.clubs import club_by_key
from tournaments.formats.core.series_table import DecidedSeries, reigns, series_table
from tournaments.models import (
    GrandMagePeriod,
    GrandMageSource,
    GrandMageStanding,
    GrandMageTable,
    SeriesShare,
    TitleReign,
)
from tournaments.selectors.events import event_by_key
from tournaments.selectors.series.grand_mage import PlayedSeries, played_series, series_heads

if TYPE_CHECKING:
    from games.models import Club

# Raise it when the same series give another table: every stored one is then worked out anew.
TABLE_VERSION = 1


def grand_mage_refresh(*, club_key: str) -> bool:
    """Bring a club's tables, of all time and of each season, up to the newest facts of its events. Only what changed is
    written. False where newer ones were stored meanwhile. Running it twice, late or out of order changes nothing."""
    club = club_by_key(club_key)
    heads = series_heads(club)  # read before the games: what comes later is noticed as stale, never missed
    played = played_series(club)
    with transaction.atomic():
        all_time, _created = GrandMageTable.objects.get_or_create(club=club, season=None)
        GrandMageTable.objects.select_for_update().get(pk=all_time.pk)
        stored = dict(GrandMageSource.objects.filter(club=club).values_list("stream", "number"))
        if any(number > heads.get(stream, 0) for stream, number in stored.items()):
            return False
        if _table_store(all_time, [each.series for each in played]):
            _shares_store(club, played)
            _reigns_store(club, [each.series for each in played])
        for season in GrandMagePeriod.objects.filter(club=club):
            table, _created = GrandMageTable.objects.get_or_create(club=club, season=season)
            _table_store(table, [each.series for each in played if season.starts_on <= each.day <= season.ends_on])
        if stored != heads:
            GrandMageSource.objects.filter(club=club).delete()
            GrandMageSource.objects.bulk_create(
                GrandMageSource(club=club, stream=stream, number=number) for stream, number in sorted(heads.items())
            )
    return True


def grand_mage_refresh_after(*, event_key: str) -> None:
    """Bring the tables of an event's club up to date, if the event's loser of a game gets a golden (R29)."""
    event = event_by_key(event_key)
    if event.settings.goldens:
        grand_mage_refresh(club_key=event.club.key)


def _table_store(table: GrandMageTable, played: Sequence[DecidedSeries]) -> bool:
    """Whether anything had to be written."""
    digest = hashlib.sha256(msgspec.json.encode([TABLE_VERSION, played])).hexdigest()
    if GrandMageTable.objects.filter(pk=table.pk, input_digest=digest).exists():
        return False
    GrandMageStanding.objects.filter(table=table).delete()
    GrandMageStanding.objects.bulk_create(standings_made(table, played), batch_size=500)
    GrandMageTable.objects.filter(pk=table.pk).update(input_digest=digest)
    return True


def standings_made(table: GrandMageTable, played: Sequence[DecidedSeries]) -> list[GrandMageStanding]:
    """The rows of a table by these series, not stored."""
    return [
        GrandMageStanding(
            table=table,
            player_id=row.player,
            rank=row.rank,
            series=row.series,
            series_won=row.series_won,
            games=row.games,
            games_won=row.games_won,
            honoris=row.honoris,
            honoris_against=row.honoris_against,
            longest_run=row.longest_run,
        )
        for row in series_table(played)
    ]


def _shares_store(club: Club, played: Sequence[PlayedSeries]) -> None:
    SeriesShare.objects.filter(club=club).delete()
    SeriesShare.objects.bulk_create(shares_made(club, played), batch_size=500)


def shares_made(club: Club, played: Sequence[PlayedSeries]) -> list[SeriesShare]:
    """The share of each of the two players in each series, not stored."""
    return [
        SeriesShare(
            club=club,
            match_id=each.series.key,
            number=number,
            player_id=player,
            opponent_id=each.series.sides[1 - at],
            position=at,
            outcome=_outcome(each.series, player),
            games=each.series.games,
            games_won=each.series.wins[at],
            games_lost=each.series.wins[1 - at],
            honoris=each.series.honoris[at],
            honoris_against=each.series.honoris[1 - at],
        )
        for number, each in enumerate(played, 1)
        for at, player in enumerate(each.series.sides)
    ]


def _outcome(series: DecidedSeries, player: int) -> Outcome:
    if series.winner is None:
        return Outcome.DRAW
    return Outcome.WIN if series.winner == player else Outcome.LOSS


def _reigns_store(club: Club, played: Sequence[DecidedSeries]) -> None:
    TitleReign.objects.filter(club=club).delete()
    TitleReign.objects.bulk_create(reigns_made(club, played), batch_size=500)


def reigns_made(club: Club, played: Sequence[DecidedSeries]) -> list[TitleReign]:
    """The reigns that follow from these series, not stored."""
    return [
        TitleReign(
            club=club,
            number=number,
            holder_id=reign.holder,
            won_in_id=reign.won_in,
            lost_in_id=reign.lost_in,
            defences=len(reign.defended_in),
        )
        for number, reign in enumerate(reigns(played), 1)
    ]
