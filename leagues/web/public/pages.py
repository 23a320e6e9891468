"""What everybody may read about leagues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from leagues.enums import OVER, SeasonState
from leagues.models import Season
from leagues.selectors.leagues import clubs_in, is_league_staff, leagues
from leagues.selectors.page_versions import VersionedLeague
from leagues.selectors.seasons import seasons_of
from leagues.services.entries.sign_up import sign_up_refusal
from leagues.web.public.calendar import league_calendar_address, season_calendar_address
from leagues.web.public.parts import division_part, fixtures_part, history_part, overview_part, way_part
from leagues.web.public.versions import league_page_version, league_tag, league_version
from magistrar_site.accounts.web.middleware import claimed_subjects
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.web_cache import cached
from magistrar_site.shared.whole_pages import public_page
from tournaments.web.live.fragments import answer, fragment
from tournaments.web.live.parts import mark_own
from tournaments.web.live.watch import Watch

PAGE_SIZE = 50


@public_page("page")
@require_safe
def leagues_list(request: HttpRequest) -> HttpResponse:
    """All leagues."""
    page = Paginator(leagues(), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "leagues/leagues.html", {"section": "leagues", "page": page})


@public_page(version=league_page_version)
@require_safe
def league(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """A league with its newest season."""
    versioned = league_version(request, club, slug)
    around = _around(versioned) | {"calendar": league_calendar_address(versioned)}
    return _page(request, versioned, "league", overview_part(versioned), live="overview", **around)


@public_page(version=league_page_version)
@require_safe
def season(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """A season with its divisions side by side."""
    versioned = league_version(request, club, slug, number)
    around = _around(versioned)
    if versioned.season is not None:
        around["calendar"] = season_calendar_address(versioned.season)
    return _page(request, versioned, "season", overview_part(versioned), live="overview", **around)


@public_page(version=league_page_version)
@require_safe
def division(request: HttpRequest, club: str, slug: str, number: int, division: int) -> HttpResponse:
    """One division."""
    versioned = league_version(request, club, slug, number)
    part = division_part(versioned, division)
    return _page(request, versioned, "division", part, live="division", division=division)


@public_page(version=league_page_version)
@require_safe
def fixtures(request: HttpRequest, club: str, slug: str, number: int, division: int) -> HttpResponse:
    """All fixtures of a division, to be printed."""
    versioned = league_version(request, club, slug, number)
    return _page(request, versioned, "fixtures", fixtures_part(versioned, division), division=division)


@public_page(version=league_page_version)
@require_safe
def history(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The hall of fame: champions by season, and the all-time table."""
    versioned = league_version(request, club, slug)
    return _page(request, versioned, "history", history_part(versioned))


@public_page(version=league_page_version)
@require_safe
def way(request: HttpRequest, club: str, slug: str, player: str) -> HttpResponse:
    """A player's way through the divisions."""
    versioned = league_version(request, club, slug)
    return _page(request, versioned, "way", way_part(versioned, player), player_key=player)


def _around(versioned: VersionedLeague) -> dict[str, Any]:
    """What a league says of itself, and its seasons."""

    def make() -> tuple[list[Any], list[Season]]:
        return clubs_in(versioned.league), list(seasons_of(versioned.league))

    clubs, seasons = cached(league_tag(versioned, "around"), make)
    return {"further_clubs": clubs, "seasons": seasons}


def _page(
    request: HttpRequest, versioned: VersionedLeague, name: str, part: str, *, live: str = "", **context: Any
) -> HttpResponse:
    act, found = act_of(request), versioned.season
    mine = claimed_subjects(request)
    context |= {
        "section": "leagues",
        "league": versioned.league,
        "season": found,
        "part": mark_own(part, mine),
        "is_staff": act.actor.kind == "user" and is_league_staff(act.actor, versioned.league),
        "may_sign_up": found is not None and found.state == SeasonState.OPEN and sign_up_refusal(found, act) is None,
        "live": _watch(versioned, live, context.get("division"), mine) if live else None,
    }
    return render(request, f"leagues/public/{name}.html", context)


def _watch(versioned: VersionedLeague, name: str, division: int | None, mine: Any) -> Watch | None:
    """A page watches its season until it is over."""
    found, league = versioned.season, versioned.league
    if found is None or found.state in OVER:
        return None
    place = [league.club.slug, league.slug, found.number, *([division] if division else [])]
    address = reverse(f"leagues:live_{name}", args=[get_language(), *place])
    tag = league_tag(versioned, f"live_{name}", *([division] if division else []))
    return Watch(address, quote_etag(tag), mine=mine)


@fragment
def live_overview(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """The divisions of a season, for pages that watch them."""
    versioned = league_version(request, club, slug, number)
    return _live(request, versioned, "overview", lambda: overview_part(versioned))


@fragment
def live_division(request: HttpRequest, club: str, slug: str, number: int, division: int) -> HttpResponse:
    """One division, likewise."""
    versioned = league_version(request, club, slug, number)
    return _live(request, versioned, "division", lambda: division_part(versioned, division), division)


def _live(
    request: HttpRequest, versioned: VersionedLeague, name: str, make: Callable[[], str], *place: object
) -> HttpResponse:
    if versioned.season is None:
        raise NotFound("no_such_season", "")
    over = " data-live-over" if versioned.season.state in OVER else ""
    return answer(
        request,
        league_tag(versioned, f"live_{name}", *place),
        lambda: f'<div{over}><div class="stack live-part" data-live-part="{name}">{make()}</div></div>',
    )
