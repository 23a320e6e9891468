"""The version of a league's public pages, as one short text: it differs whenever a page may. One query."""

from __future__ import annotations

import copy
import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import CharField, F, Func, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.utils.translation import gettext_lazy as _

from leagues.models import Division, League, Matchday, Season, SeasonEntry
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.models import Stream


@dataclass(frozen=True)
class VersionedLeague:
    """A league with its club, the season that a page is about (None before there is one), and the version of all that
    its pages show of that season."""

    league: League
    season: Season | None
    version: str

    def __copy__(self) -> VersionedLeague:
        """With instances whose attributes may be set."""
        return replace(self, league=copy.copy(self.league), season=copy.copy(self.season))


def versioned_league(club: str, slug: str, number: int | None, now: datetime) -> VersionedLeague:
    """The league at an address with the season of that number, or its newest. What comes next depends on the time: on
    the matchdays that have begun and ended by `now`. NotFound."""
    divisions = Division.objects.filter(season=OuterRef("pk")).order_by()
    entries = SeasonEntry.objects.filter(season__league=OuterRef("league")).order_by()
    of_league = SeasonEntry.objects.filter(season__league=OuterRef(OuterRef("league")))
    days = Matchday.objects.filter(season=OuterRef("pk")).order_by()
    own = Stream.objects.filter(name=Concat(Value("league:"), OuterRef("league__key")))
    rows = Season.objects.filter(league__club__slug=club, league__slug=slug).select_related("league__club")
    if number is not None:
        rows = rows.filter(number=number)
    found: Any = (
        rows.order_by("-number")
        .annotate(
            head=Subquery(own.values("digest")),
            events=_streams("event:", Division.objects.filter(season=OuterRef(OuterRef("pk"))), "event__key"),
            made_from=_one(divisions, "SUM", "event__stages__tables__made_from"),
            tables=_one(divisions, "COUNT", "event__stages__tables__pk"),
            names=_streams("player:", of_league, "player__key"),
            hidden=_one(entries.filter(player__hides_name=True), "COUNT", "pk"),
            begun=_one(days.filter(starts_at__lte=now), "COUNT", "pk"),
            ended=_one(days.filter(ends_at__lte=now), "COUNT", "pk"),
        )
        .first()
    )
    if found is not None:
        league = found.league
        shown = (league.name, league.description, league.is_listed, league.club.name, found.name, found.state)
        made = (found.head, found.events, found.made_from, found.tables, found.names, found.hidden)
        closes_at = found.settings.entries_close_at
        timely = (found.begun, found.ended, closes_at is not None and now >= closes_at)
        return VersionedLeague(league, found, _version(shown, made, timely))
    unplanned = League.objects.select_related("club").filter(club__slug=club, slug=slug).first()
    if unplanned is None or number is not None:
        raise NotFound("no_such_league", _("There is no league at this address."))
    return VersionedLeague(unplanned, None, _version(unplanned.name, unplanned.description, unplanned.club.name))


def _streams(prefix: str, rows: QuerySet[Any], key: str) -> Coalesce:
    """How many facts the streams of these rows have together."""
    named = rows.order_by().annotate(stream=Concat(Value(prefix), F(key), output_field=CharField()))
    return _one(Stream.objects.filter(name__in=named.values("stream")), "SUM", "number")


def _one(rows: QuerySet[Any], function: str, field: str) -> Coalesce:
    """An aggregate of all rows as a subquery; 0 without rows."""
    total = rows.annotate(one=Func(F(field), function=function, output_field=IntegerField()))
    return Coalesce(Subquery(total.values("one"), output_field=IntegerField()), 0)


def _version(*values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()[:20]
