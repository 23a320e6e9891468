"""Public pages of leagues."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from leagues.enums import LeagueAction, SeasonState
from leagues.selectors.leagues import clubs_in, league_allows, league_by_slug, leagues
from leagues.selectors.seasons import (
    division_numbered,
    divisions_of,
    entries_of_division,
    honours_of_season,
    matchdays_of,
    season_numbered,
    seasons_of,
)
from leagues.services.entries.sign_up import sign_up_refusal
from leagues.web.acts import address_of
from magistrar_site.shared.acts import act_of

PAGE_SIZE = 50


@require_safe
def leagues_list(request: HttpRequest) -> HttpResponse:
    """All leagues."""
    page = Paginator(leagues(), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "leagues/leagues.html", {"section": "leagues", "page": page})


@require_safe
def league(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """A league with its seasons."""
    found, act = league_by_slug(club, slug), act_of(request)
    context = {
        "section": "leagues",
        "league": found,
        "further_clubs": clubs_in(found),
        "seasons": list(seasons_of(found)),
        "is_staff": league_allows(act.actor, found, LeagueAction.VIEW),
    }
    return render(request, "leagues/league.html", context)


@require_safe
def season(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """A season with its divisions, matchdays and honours."""
    found, act = season_numbered(league_by_slug(club, slug), number), act_of(request)
    is_final = found.state == SeasonState.CLOSED
    context = {
        "section": "leagues",
        "league": found.league,
        "season": found,
        "divisions": [(division, entries_of_division(division, final=is_final)) for division in divisions_of(found)],
        "matchdays": matchdays_of(found),
        "honours": honours_of_season(found),
        "is_staff": league_allows(act.actor, found.league, LeagueAction.VIEW),
        "may_sign_up": sign_up_refusal(found, act) is None,
    }
    return render(request, "leagues/season.html", context)


@require_safe
def division(request: HttpRequest, club: str, slug: str, number: int, division: int) -> HttpResponse:
    """Leads to the division's event, or to the season's page before there is one."""
    found = season_numbered(league_by_slug(club, slug), number)
    of_season = division_numbered(found, division)
    if of_season.event is not None:
        return redirect("tournaments:event", slug=of_season.event.slug)
    return redirect("leagues:season", *address_of(found))
