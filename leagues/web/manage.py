"""The staff's page of a season: how far it is, its next step, and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from leagues.enums import BEFORE_START, LeagueAction, SeasonState
from leagues.models import Season
from leagues.selectors.leagues import league_allows
from leagues.selectors.seasons import (
    answer_counts,
    divisions_of,
    entries_of_season,
    matchdays_of,
    newest_season,
    season_before,
)
from leagues.services.presets import LEAGUE_PRESETS
from leagues.services.seasons.begin_closing import games_open
from leagues.services.seasons.close import is_depended_on
from leagues.services.seasons.matchdays import matchday_move
from leagues.services.seasons.plan import season_change, season_plan_next
from leagues.services.seasons.steps import season_step_take
from leagues.web.acts import act_and_league, act_and_season, address_of, seen_of
from leagues.web.forms import MatchdayForm, SeasonForm, shown_at
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotFound
from magistrar_site.shared.selectors.facts import head_of

# What is said once a step is taken.
SAID: Mapping[str, str | Promise] = {
    "open": gettext_lazy("The season is open: last season’s players are asked, and newcomers can sign up."),
    "open-undo": gettext_lazy("The season isn’t open any more."),
    "place": gettext_lazy("The divisions are placed. You can still take it back, or start."),
    "place-undo": gettext_lazy("The placement is taken back."),
    "start": gettext_lazy("The season runs. Every division has its page."),
    "start-undo": gettext_lazy("The start is taken back."),
    "closing": gettext_lazy("The tables are final."),
    "closing-undo": gettext_lazy("The season runs again."),
    "close": gettext_lazy("The season is closed. Its honours stay on the players’ pages."),
    "close-undo": gettext_lazy("The closing is taken back."),
    "cancel": gettext_lazy("The season is cancelled."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_new(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Plan the league's next season."""
    act, league = act_and_league(request, club, slug, LeagueAction.MANAGE_SEASON)
    last = newest_season(league)
    settings = last.settings if last else LEAGUE_PRESETS[league.preset].settings
    form, status = SeasonForm(settings=settings, zone=league.time_zone), 200
    if request.method == "POST":
        form, status = SeasonForm(request.POST, settings=settings, zone=league.time_zone), 422
        if form.is_valid():
            try:
                name, changes = form.cleaned_data["name"], form.changes()
                season = season_plan_next(act=act, league=league, name=name, changes=changes, seen=seen_of(request))
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The season is planned. Open it for entries when you like."))
                return redirect("leagues:season_manage", *address_of(season))
    context = {"section": "mine", "league": league, "form": form, "seen": head_of(league.stream)[0]}
    return render(request, "leagues/season_new.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD"])
@login_required
def season_manage(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """How far the season is, and what comes next."""
    act, season = act_and_season(request, club, slug, number, LeagueAction.VIEW)
    return _manage(request, act, season)


def _manage(request: HttpRequest, act: Act, season: Season, refusal: DomainError | None = None) -> HttpResponse:
    running = season.state == SeasonState.RUNNING
    context = season_context(act, season) | {
        "counts": answer_counts(entries_of_season(season)),
        "divisions": divisions_of(season),
        "matchdays": matchdays_of(season),
        "waiting": games_open(season) if running else [],
        "before": season_before(season),
        "is_depended_on": season.state == SeasonState.CLOSED and is_depended_on(season),
        "refusal": refusal,
        "states": [(state.label, state == season.state) for state in SeasonState if state != SeasonState.CANCELLED],
    }
    status = refusal.status if refusal else 200
    return render(request, "leagues/season_manage.html", context, status=status)


def season_context(act: Act, season: Season) -> dict[str, Any]:
    """What all staff pages of a season show."""
    return {
        "section": "mine",
        "league": season.league,
        "season": season,
        "seen": head_of(season.league.stream)[0],
        "may_manage": league_allows(act.actor, season.league, LeagueAction.MANAGE_SEASON),
        "is_before_start": season.state in BEFORE_START,
    }


@require_POST
@login_required
def season_step(request: HttpRequest, club: str, slug: str, number: int, step: str) -> HttpResponse:
    """Take a step; what it refuses stands on the season's page."""
    act, season = act_and_season(request, club, slug, number, LeagueAction.VIEW)
    act = act.because(request.POST.get("why", "")[:1000])
    try:
        season_step_take(act=act, season=season, step=step, seen=seen_of(request))
    except NotFound:
        raise
    except DomainError as refusal:
        season.refresh_from_db()
        return _manage(request, act, season, refusal)
    messages.success(request, str(SAID[step]))
    return redirect("leagues:closing" if step == "closing" else "leagues:season_manage", *address_of(season))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_settings(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """The settings of a season, until it starts."""
    act, season = act_and_season(request, club, slug, number)
    values: dict[str, Any] = {"season": season, "settings": season.settings, "zone": season.league.time_zone}
    form, status = SeasonForm(**values), 200
    if request.method == "POST":
        form, status = SeasonForm(request.POST, **values), 422
        if form.is_valid():
            try:
                season_change(act=act, season=season, name=form.cleaned_data["name"], changes=form.changes())
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The settings are saved."))
                return redirect("leagues:season_manage", *address_of(season))
    context = season_context(act, season) | {"form": form}
    return render(request, "leagues/season_settings.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def matchdays(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """The season's matchdays; one is moved for all divisions with the form."""
    act, season = act_and_season(request, club, slug, number)
    days, zone = matchdays_of(season), season.league.time_zone
    chosen = request.GET.get("matchday", "")
    day = next((each for each in days if str(each.number) == chosen), days[0] if days else None)
    initial = (
        {
            "number": day.number,
            "starts_at": shown_at(day.starts_at, zone),
            "ends_at": shown_at(day.ends_at, zone),
        }
        if day
        else {}
    )
    form, status = MatchdayForm(initial=initial), 200
    if request.method == "POST":
        form, status = MatchdayForm(request.POST), 422
        if form.is_valid():
            data = form.cleaned_data
            try:
                starts_at, ends_at = form.window(zone)
                matchday_move(
                    act=act.because(data["why"]),
                    season=season,
                    number=data["number"],
                    starts_at=starts_at,
                    ends_at=ends_at,
                    with_later=data["with_later"],
                )
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The matchday is moved in all divisions, and everybody is told."))
                return redirect("leagues:matchdays", *address_of(season))
    context = season_context(act, season) | {"form": form, "matchdays": days}
    return render(request, "leagues/matchdays.html", context, status=status)
