"""Calendars to subscribe to: all fixtures of a season, or of a league for as long as somebody follows it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from leagues.models import Season
from leagues.selectors.page_versions import VersionedLeague
from leagues.selectors.seasons import divisions_of
from leagues.web.public.versions import league_tag, league_version
from magistrar_site.shared.web_cache import cached
from tournaments.selectors.fixtures.feeds import fixtures_of_events
from tournaments.web.calendars import CONTENT_TYPE, calendar_file, fixture_items, webcal
from tournaments.web.fragment_cache import cacheable_response, in_language, not_modified


@require_safe
def calendar(request: HttpRequest, club: str, slug: str, language: str, number: int | None = None) -> HttpResponse:
    """The fixtures of a season's divisions, as everybody sees them, in the language of the address. Without a number:
    of the league's newest season and the one before it, which may still be played."""
    versions = [league_version(request, club, slug, number)]
    newest = versions[0].season
    if number is None and newest is not None and newest.number > 1:
        versions.append(league_version(request, club, slug, newest.number - 1))
    league = versions[0].league
    with in_language(language):
        tag = "+".join(league_tag(versioned, "calendar") for versioned in versions)
        unchanged = not_modified(request, tag)
        if unchanged is not None:
            return unchanged
        title = f"{league.name}, {newest.name}" if number is not None and newest is not None else league.name
        made = cached(tag, lambda: _file(title, versions))
    response = cacheable_response(request, made, tag, CONTENT_TYPE, for_ever=False)
    response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response


def _file(title: str, versions: list[VersionedLeague]) -> bytes:
    events = [
        division.event
        for versioned in versions
        if versioned.season is not None
        for division in divisions_of(versioned.season)
        if division.event is not None
    ]
    return calendar_file(title, fixture_items(fixtures_of_events(events)))


def league_calendar_address(versioned: VersionedLeague) -> str:
    """What a calendar program subscribes to for a league, in the language that is on."""
    league = versioned.league
    return webcal(reverse("leagues:calendar", args=[league.club.slug, league.slug, get_language()]))


def season_calendar_address(season: Season) -> str:
    """Likewise for one season."""
    league = season.league
    place = [league.club.slug, league.slug, season.number, get_language()]
    return webcal(reverse("leagues:season_calendar", args=place))
