"""What is one player's in leagues becomes another's: they are one person, or turned out not to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from leagues.enums import Answer
from leagues.facts.people import LeaguePlayersMerged
from leagues.models import Honour, League, Season, SeasonEntry
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append, stream_lock

if TYPE_CHECKING:
    from games.models import Player


@dataclass(frozen=True, slots=True)
class LeaguePart:
    """What a player has in one league: keys of entries of seasons, and of honours."""

    entries: tuple[str, ...] = ()
    honours: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.entries or self.honours)

    def stored(self) -> dict[str, list[str]]:
        return {"entries": [*self.entries], "honours": [*self.honours]}


def seasons_with_both(one: Player, other: Player) -> list[Season]:
    """The seasons on whose lists both stand: there they can't be one person. One who doesn't take part doesn't count
    where the season gave nobody a place for it."""
    lists = [set(_taking_part(player)) for player in (one, other)]
    return list(Season.objects.filter(pk__in=lists[0] & lists[1]).select_related("league").order_by("pk"))


def _taking_part(player: Player) -> list[int]:
    rows = SeasonEntry.objects.filter(player=player).exclude(answer=Answer.NO, division=None)
    return list(rows.order_by().values_list("season", flat=True))


@transaction.atomic
def seasons_merge(*, act: Act, was: Player, player: Player) -> dict[str, LeaguePart]:
    """All that `was` has in leagues is `player`'s from now on, but for answers of no part in a season where `player`
    stands too. Returns what changed hands, by the league's key. Permission and conflicts are the caller's."""
    passed = {}
    for league in _leagues_of(was):
        stream_lock(stream=league.stream)
        others = SeasonEntry.objects.filter(player=player).values("season")
        entries = SeasonEntry.objects.filter(player=was, season__league=league).exclude(season__in=others)
        honours = Honour.objects.filter(player=was, season__league=league)
        passed[league.key] = _pass(act, league, list(entries), list(honours), was, player, is_undone=False)
    return {key: part for key, part in passed.items() if part}


@transaction.atomic
def seasons_split(*, act: Act, was: Player, player: Player, parts: Mapping[str, LeaguePart]) -> None:
    """What `seasons_merge` gave to `was` is `player`'s again, with the honours that came in those seasons since.
    Permission is the caller's."""
    for league in League.objects.filter(key__in=parts).order_by("key"):
        stream_lock(stream=league.stream)
        entries = list(SeasonEntry.objects.filter(player=was, key__in=parts[league.key].entries))
        own = Honour.objects.filter(player=was)
        honours = own.filter(season__in=[entry.season_id for entry in entries]) | own.filter(
            key__in=parts[league.key].honours
        )
        _pass(act, league, entries, list(honours.distinct()), was, player, is_undone=True)


def _leagues_of(player: Player) -> list[League]:
    seasons = SeasonEntry.objects.filter(player=player).values("season__league")
    honours = Honour.objects.filter(player=player).values("season__league")
    return list((League.objects.filter(pk__in=seasons) | League.objects.filter(pk__in=honours)).order_by("key"))


def _pass(
    act: Act,
    league: League,
    entries: list[SeasonEntry],
    honours: list[Honour],
    was: Player,
    player: Player,
    *,
    is_undone: bool,
) -> LeaguePart:
    part = LeaguePart(tuple(sorted(row.key for row in entries)), tuple(sorted(row.key for row in honours)))
    if part:
        fact = LeaguePlayersMerged(was=was.key, player=player.key, is_undone=is_undone, **part.stored())
        fact_append(act=act, stream=league.stream, fact=fact)
        SeasonEntry.objects.filter(pk__in=[row.pk for row in entries]).update(player=player)
        Honour.objects.filter(pk__in=[row.pk for row in honours]).update(player=player)
    return part
