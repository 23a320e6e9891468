"""The staff's pages of a season's end: ties and play-offs, the final tables, and corrections afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.enums import LeagueAction, SeasonState
from leagues.models import Decider, Season, SeasonEntry
from leagues.selectors.seasons import deciders_of
from leagues.services.seasons.begin_closing import entries_by_key
from leagues.services.seasons.close import final_rows
from leagues.services.seasons.correct import Correction, correction_preview, season_correct
from leagues.services.seasons.decide import (
    decider_arrange,
    decider_by_game,
    decider_by_hand,
    decider_by_lots,
    decider_name,
    decision_undo,
)
from leagues.web.acts import act_and_season, address_of, seen_of
from leagues.web.forms import moment_field, shown_at
from leagues.web.manage import season_context
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotFound
from tournaments.services.results.rule import Ruling
from tournaments.services.zone_times import instant_of

AFTER = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class DeciderView:
    """A tie or play-off, with its players; in the order that was decided, if it is."""

    decider: Decider
    name: str
    players: tuple[SeasonEntry, ...]


@never_cache
@require_safe
@login_required
def closing(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """What has to be decided, and the tables as they would be fixed now."""
    act, season = act_and_season(request, club, slug, number, LeagueAction.VIEW)
    by_key = entries_by_key(season)
    deciders = [
        DeciderView(
            decider, decider_name(season, decider), tuple(by_key[key] for key in decider.order or decider.entries)
        )
        for decider in deciders_of(season)
    ]
    is_over = season.state in {SeasonState.CLOSING, SeasonState.CLOSED}
    zone = season.league.time_zone
    context = season_context(act, season) | {
        "deciders": deciders,
        "divisions": final_rows(season) if is_over else [],
        "is_decided": all(view.decider.order for view in deciders),
        "starts_at": shown_at(act.at + AFTER, zone),
        "lots_need_a_reason": season.settings.tie_rule != "lots",
    }
    return render(request, "leagues/closing.html", context)


def _arrange(act: Act, season: Season, key: str, request: HttpRequest) -> None:
    field: forms.DateTimeField = moment_field("")
    try:
        typed: datetime = field.clean(request.POST.get("starts_at", ""))
    except forms.ValidationError:
        raise NotFound("no_such_time", _("Say when it is played."), status=422) from None
    starts_at = instant_of(typed.replace(tzinfo=None), season.league.time_zone, field="starts_at")
    decider_arrange(act=act, season=season, key=key, starts_at=starts_at)


_DECISIONS: Mapping[str, Callable[[Act, Season, str, HttpRequest], object]] = {
    "arrange": _arrange,
    "game": lambda act, season, key, _request: decider_by_game(act=act, season=season, key=key),
    "lots": lambda act, season, key, _request: decider_by_lots(act=act, season=season, key=key),
    "hand": lambda act, season, key, request: decider_by_hand(
        act=act, season=season, key=key, order=request.POST.getlist("order")
    ),
    "undo": lambda act, season, key, _request: decision_undo(act=act, season=season, key=key),
}


@require_POST
@login_required
def decide(request: HttpRequest, club: str, slug: str, number: int, key: str, action: str) -> HttpResponse:
    """Decide a tie or play-off, by the names of `_DECISIONS`."""
    act, season = act_and_season(request, club, slug, number)
    if action not in _DECISIONS:
        raise NotFound("no_such_step", _("There is no such step."))
    try:
        _DECISIONS[action](act.because(request.POST.get("why", "")[:1000]), season, key, request)
    except DomainError as refusal:
        messages.error(request, str(refusal.message))
    return redirect("leagues:closing", *address_of(season))


# Those who came to a forfeited game, by the result that is said.
_CAME = {"1>2": "1", "2>1": "2", "1=2": ""}


class CorrectionForm(forms.Form):
    """A game by its address or key, and what counts instead."""

    game = forms.CharField(
        label=gettext_lazy("The game’s address"),
        max_length=200,
        help_text=gettext_lazy("Copy it from the page of the game."),
    )
    placing = forms.ChoiceField(
        label=gettext_lazy("What counts instead"),
        choices=[
            ("1>2", gettext_lazy("the first player won")),
            ("2>1", gettext_lazy("the second player won")),
            ("1=2", gettext_lazy("a tie")),
        ],
        widget=forms.RadioSelect,
    )
    by_forfeit = forms.BooleanField(
        label=gettext_lazy("By forfeit: it wasn’t played"),
        required=False,
        help_text=gettext_lazy("Together with a tie: neither of them came, and both lose."),
    )
    why = forms.CharField(label=gettext_lazy("Reason"), max_length=300)

    def game_key(self) -> str:
        return str(self.cleaned_data["game"]).strip().rstrip("/").rpartition("/")[2]

    def ruling(self) -> Ruling:
        placing = self.cleaned_data["placing"]
        if self.cleaned_data["by_forfeit"]:  # the rulings of forfeits name those who came
            return Ruling(kind="forfeit", placing=_CAME[placing])
        return Ruling(kind="bare", placing=placing)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def correct(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """Put a result of a closed season right: first what it would change, then with `confirm` for good."""
    act, season = act_and_season(request, club, slug, number)
    form, status = CorrectionForm(), 200
    preview: Correction | None = None
    if request.method == "POST":
        form, status = CorrectionForm(request.POST), 422
        if form.is_valid():
            act = act.because(form.cleaned_data["why"])
            try:
                if "confirm" in request.POST:
                    season_correct(
                        act=act, season=season, game_key=form.game_key(), ruling=form.ruling(), seen=seen_of(request)
                    )
                    messages.success(request, _("The result is corrected. Nobody moves in a later season by it."))
                    return redirect("leagues:closing", *address_of(season))
                preview = correction_preview(act=act, season=season, game_key=form.game_key(), ruling=form.ruling())
                status = 200
            except DomainError as refusal:
                status = put_on_form(form, refusal)
    context = season_context(act, season) | {"form": form, "preview": preview}
    return render(request, "leagues/correct.html", context, status=status)
