"""The staff's pages of a league: starting one, its settings, roles, clubs and log."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.selectors.editions import edition_titles
from games.services.permissions import require_club
from leagues.enums import LEAGUE_ROLE_ACTIONS, LeagueAction, LeagueRoleName
from leagues.log.lines import LogLine, log_lines
from leagues.models import League
from leagues.selectors.leagues import clubs_in, league_allows, staff_of_league
from leagues.selectors.seasons import seasons_of
from leagues.services.leagues.change import league_change, league_club_set
from leagues.services.leagues.create import league_create
from leagues.services.leagues.roles import league_role_set
from leagues.services.presets import LEAGUE_PRESETS
from leagues.web.acts import act_and_league
from leagues.web.forms import LeagueChangeForm, LeagueForm, LeagueRoleForm
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError

LINES = 50


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A club starts a league."""
    act, club = act_of(request), club_by_slug(slug)
    require_club(act, club, Action.MANAGE_EVENT)
    initial = {"time_zone": settings.TIME_ZONE, "preset": next(iter(LEAGUE_PRESETS)), "is_rated": True}
    form, status = LeagueForm(initial=initial), 200
    if request.method == "POST":
        form, status = LeagueForm(request.POST), 422
        if form.is_valid():
            data: dict[str, Any] = form.cleaned_data
            try:
                league = league_create(act=act, club_slug=slug, **data)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The league is started. Plan its first season."))
                return redirect("leagues:manage", club=slug, slug=league.slug)
    return render(request, "leagues/league_new.html", {"section": "mine", "club": club, "form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_manage(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """What the staff does with a league: its seasons, and what it says of itself."""
    act, league = act_and_league(request, club, slug, LeagueAction.VIEW)
    may_change = league_allows(act.actor, league, LeagueAction.MANAGE_LEAGUE)
    editions = edition_titles(league.club, league.system)
    form, status = LeagueChangeForm(league=league, editions=editions), 200
    if request.method == "POST":
        form, status = LeagueChangeForm(request.POST, league=league, editions=editions), 422
        if form.is_valid():
            try:
                league_change(act=act, league=league, **form.cleaned_data)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The settings are saved."))
                return redirect("leagues:manage", club=club, slug=slug)
    context = _context(league) | {
        "form": form,
        "seasons": list(seasons_of(league)),
        "may_change": may_change,
        "may_give_roles": league_allows(act.actor, league, LeagueAction.MANAGE_ROLES),
        "may_manage": league_allows(act.actor, league, LeagueAction.MANAGE_SEASON),
    }
    return render(request, "leagues/league_manage.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_roles(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The league's staff; a role is given or changed by the account's address, and taken with the button `take`."""
    act, league = act_and_league(request, club, slug, LeagueAction.MANAGE_ROLES)
    form, status = LeagueRoleForm(), 200
    if request.method == "POST":
        is_taking = "take" in request.POST
        form, status = LeagueRoleForm(request.POST), 422
        form.fields["role"].required = not is_taking
        if form.is_valid():
            email = form.cleaned_data["email"]
            role = None if is_taking else LeagueRoleName(form.cleaned_data["role"])
            try:
                league_role_set(act=act, league=league, email=email, role=role)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                said = _("%(email)s no longer has a role in this league.") if role is None else "%(email)s: %(role)s."
                messages.success(request, said % {"email": email, "role": role.label if role else ""})
                still = league_allows(act.actor, league, LeagueAction.MANAGE_ROLES)
                return redirect("leagues:roles" if still else "leagues:league", club=club, slug=slug)
    context = _context(league) | {
        "staff": list(staff_of_league(league)),
        "form": form,
        "roles": LeagueRoleName.choices,
        "matrix": [
            (role.label, [action.label for action in LeagueAction if action in LEAGUE_ROLE_ACTIONS[role]])
            for role in LeagueRoleName
        ],
    }
    return render(request, "leagues/league_roles.html", context, status=status)


@require_POST
@login_required
def league_clubs(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Another club joins the league (`join`: the end of its address), or leaves it (`leave`)."""
    act, league = act_and_league(request, club, slug, LeagueAction.MANAGE_LEAGUE)
    joins = "leave" not in request.POST
    typed = request.POST.get("join" if joins else "leave", "")
    try:
        other = club_by_slug(typed.strip().strip("/").rpartition("/")[2])
        league_club_set(act=act, league=league, club=other, joins=joins)
    except DomainError as refusal:
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, _("The clubs of the league are saved."))
    return redirect("leagues:manage", club=club, slug=slug)


@never_cache
@require_safe
@login_required
def league_log(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """What happened in the league, newest first: who did what, when and why."""
    _act, league = act_and_league(request, club, slug, LeagueAction.VIEW)
    lines: list[LogLine] = log_lines(league)
    page = Paginator(lines, LINES).get_page(request.GET.get("page"))
    return render(request, "leagues/league_log.html", _context(league) | {"page": page})


def _context(league: League) -> dict[str, Any]:
    return {"section": "mine", "league": league, "further_clubs": clubs_in(league)}
