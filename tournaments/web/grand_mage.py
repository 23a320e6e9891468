"""A club's Grand Mage standings, who holds the title, and its seasons."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import Action
from games.selectors.clubs import club_by_slug, club_role_of
from games.selectors.players import player_by_key
from games.services.permissions import require_club, role_allows, shown_club
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from tournaments.selectors.series.grand_mage import (
    grand_mage_period_by_slug,
    grand_mage_periods_of,
    grand_mage_standings,
    newest_series,
    reigns_of,
    series_against,
    series_of_player,
)
from tournaments.services.grand_mage_periods import period_add, period_remove

PAGE_SIZE = 100
NEWEST = 10


class SeasonForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80, help_text=gettext_lazy("Such as “2026/27”."))
    starts_on = forms.DateField(label=gettext_lazy("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    ends_on = forms.DateField(label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"}))


@require_safe
def grand_mage(request: HttpRequest, slug: str, season: str | None = None) -> HttpResponse:
    """The standings of all time or of one season; who holds the title."""
    actor = act_of(request).actor
    club = shown_club(actor, slug)
    chosen = grand_mage_period_by_slug(club, season) if season else None
    page = Paginator(grand_mage_standings(club, chosen), PAGE_SIZE).get_page(request.GET.get("page"))
    reigns = list(reigns_of(club))
    context = {
        "section": "clubs",
        "club": club,
        "season": chosen,
        "seasons": list(grand_mage_periods_of(club)),
        "page": page,
        "holder": reigns[0] if reigns else None,
        "reigns": reigns,
        "newest": list(newest_series(club)[:NEWEST]),
        "may_manage": actor.staff or role_allows(club_role_of(actor, club), Action.MANAGE_EVENT),
    }
    return render(request, "tournaments/grand_mage.html", context)


@require_safe
def grand_mage_player(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One player's series in a club: against whom, and one by one."""
    club, player = shown_club(act_of(request).actor, slug), player_by_key(key)
    page = Paginator(series_of_player(club, player), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "section": "clubs",
        "club": club,
        "player": player,
        "opponents": series_against(club, player),
        "page": page,
    }
    return render(request, "tournaments/grand_mage_player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's seasons: added with the form, removed with the button `remove`."""
    act, club = act_of(request), club_by_slug(slug)
    require_club(act, club, Action.MANAGE_EVENT)
    form, status = SeasonForm(), 200
    if request.method == "POST" and "remove" in request.POST:
        period_remove(act=act, club=club, key=request.POST["remove"])
        messages.success(request, _("The season is removed. What was played in it stays."))
        return redirect("tournaments:seasons", slug=slug)
    if request.method == "POST":
        form, status = SeasonForm(request.POST), 422
        if form.is_valid():
            data: dict[str, Any] = form.cleaned_data
            try:
                period_add(act=act, club=club, **data)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The season %(name)s is added.") % {"name": isolated(data["name"])})
                return redirect("tournaments:seasons", slug=slug)
    context = {"section": "clubs", "club": club, "form": form, "seasons": list(grand_mage_periods_of(club))}
    return render(request, "tournaments/seasons.html", context, status=status)
