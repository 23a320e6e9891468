"""What facts of leagues are about, many at a time, as it is now: for whoever tells of them."""

from __future__ import annotations

from collections.abc import Collection

from leagues.models import League, LeagueClub, Season


def seasons_by_keys(keys: Collection[str]) -> dict[str, Season]:
    """Seasons with league and club, by key."""
    return {season.key: season for season in Season.objects.filter(key__in=keys).select_related("league__club")}


def club_keys_of(leagues: Collection[League]) -> dict[int, set[str]]:
    """The keys of the clubs that run each of the leagues, by the league's primary key."""
    found = {league.pk: {league.club.key} for league in leagues}
    rows = LeagueClub.objects.filter(league__in=found)
    for league, club in rows.values_list("league_id", "club__key"):
        found[league].add(club)
    return found
