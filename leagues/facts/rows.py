"""A league's rows as the values that its facts are replayed into, to be compared with them."""

from __future__ import annotations

from collections.abc import Iterator

from leagues.facts.state import (
    ReplayedDecider,
    ReplayedDivision,
    ReplayedHonour,
    ReplayedLeague,
    ReplayedSeason,
    ReplayedSeasonEntry,
)
from leagues.models import (
    Decider,
    Division,
    Honour,
    League,
    LeagueClub,
    LeagueRole,
    Matchday,
    Season,
    SeasonEntry,
)
from magistrar_site.shared.facts import Difference
from tournaments.facts.rows import value_differences

COLUMNS = ("system", "preset", "edition", "pool", "time_zone", "is_listed")


def rows_state(league: League) -> ReplayedLeague:
    """Everything of the league as its rows have it."""
    return ReplayedLeague(
        key=league.key,
        club=league.club.key,
        columns={name: getattr(league, name) for name in COLUMNS},
        clubs=set(LeagueClub.objects.filter(league=league).values_list("club__key", flat=True)),
        roles=dict(LeagueRole.objects.filter(league=league).values_list("user__key", "role")),
        seasons={season.key: _season(season) for season in Season.objects.filter(league=league).order_by("number")},
    )


def _season(season: Season) -> ReplayedSeason:
    entries = SeasonEntry.objects.filter(season=season).select_related("player", "division", "took_over")
    return ReplayedSeason(
        season.key,
        season.number,
        season.rules,
        season.created_at,
        str(season.state),
        {entry.key: _entry(entry) for entry in entries.order_by("pk")},
        {
            row.number: ReplayedDivision(row.key, row.number, row.event.key if row.event else None)
            for row in Division.objects.filter(season=season).select_related("event").order_by("number")
        },
        {row.number: (row.starts_at, row.ends_at) for row in Matchday.objects.filter(season=season).order_by("number")},
        {
            row.key: ReplayedDecider(
                row.key,
                str(row.kind),
                row.number,
                list(row.entries),
                row.event.key if row.event else None,
                str(row.how),
                list(row.order),
            )
            for row in Decider.objects.filter(season=season).select_related("event").order_by("pk")
        },
        {
            row.key: ReplayedHonour(row.key, row.player.key, row.division.number, str(row.kind))
            for row in Honour.objects.filter(season=season).select_related("player", "division").order_by("pk")
        },
    )


def _entry(entry: SeasonEntry) -> ReplayedSeasonEntry:
    return ReplayedSeasonEntry(
        key=entry.key,
        player=entry.player.key,
        origin=str(entry.origin),
        answer=str(entry.answer),
        signed_up_at=entry.signed_up_at,
        is_reserve=entry.is_reserve,
        by_player=entry.by_player,
        is_claim=entry.is_claim,
        rating=entry.rating,
        seeded=entry.seeded,
        moved_to=entry.moved_to,
        division=entry.division.number if entry.division else None,
        place=entry.place,
        reason=entry.reason,
        event_entry=entry.event_entry,
        took_over=entry.took_over.key if entry.took_over else None,
        final_place=entry.final_place,
        finished=entry.finished,
        move=str(entry.move),
    )


def league_differences(said: ReplayedLeague, rows: ReplayedLeague) -> Iterator[Difference]:
    """The differences between the facts and the rows: the league, its staff, its seasons with everything in them."""
    yield from value_differences("league", said, rows, 0)
