"""Signing up for a season on its own page. A page view writes nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.selectors.players import player_of_account
from games.services.players import NAME_LENGTH
from leagues.enums import SeasonState
from leagues.models import Season
from leagues.selectors.leagues import league_by_slug, shown_league
from leagues.selectors.seasons import season_numbered
from leagues.services.entries.sign_up import season_sign_up, sign_up_refusal
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.accounts.web.views import keep_link
from magistrar_site.shared.acts import SecretIds, act_of
from magistrar_site.shared.errors import DomainError, Invalid
from tournaments.web.entries.sign_up import OLDEST, QUICKEST, require_rate

SALT = "magistrar.season-sign-up"


class SeasonSignUpForm(forms.Form):
    """A name, and the form's own ticket: which form this is, and when it was shown. `website` is for programs only."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("As it should appear on the list: first name and surname."),
    )
    shown = forms.ChoiceField(
        label=gettext_lazy("May the public see your name?"),
        choices=[
            ("name", gettext_lazy("Yes, show my name")),
            ("code", gettext_lazy("No, show a code instead")),
        ],
        widget=forms.RadioSelect,
        required=False,  # no answer is no consent
    )
    under_16 = forms.BooleanField(
        label=gettext_lazy("I am under 16"),
        required=False,
        help_text=gettext_lazy("Then the public always sees a code. We don’t ask for your age."),
    )
    is_reserve = forms.BooleanField(
        label=gettext_lazy("Only as a reserve, who takes over when somebody withdraws"), required=False
    )
    website = forms.CharField(
        label=gettext_lazy("Leave this empty"),
        required=False,
        widget=forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"}),
    )
    ticket = forms.CharField(widget=forms.HiddenInput, max_length=200)


def ticket_of(season: Season, key: str, at: datetime) -> str:
    """The ticket of a form: which one it is, and when it was shown, signed."""
    return signing.Signer(salt=SALT).sign(f"{season.key}.{key}.{round(at.timestamp() * 1000)}")


def ticket_read(season: Season, ticket: str, at: datetime) -> str:
    """The form's key. Invalid `too_quick`, `form_too_old`."""
    try:
        season_key, key, shown = signing.Signer(salt=SALT).unsign(ticket).split(".")
        age = at.timestamp() - int(shown) / 1000
    except (signing.BadSignature, ValueError):
        season_key, key, age = "", "", OLDEST.total_seconds()
    if season_key != season.key or age >= OLDEST.total_seconds():
        raise Invalid("form_too_old", _("This form is too old. Here is a new one: send it once more."))
    if age < QUICKEST.total_seconds():
        raise Invalid("too_quick", _("That was quick! Look at your name once more, then send it again."))
    return key


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """A newcomer's form. Whoever signs up gets a personal link in this browser, and the page that it opens."""
    act = act_of(request)
    season = season_numbered(shown_league(act.actor, league_by_slug(club, slug)), number)
    own = player_of_account(act.actor.key) if act.actor.kind == "user" else None
    is_reserve_only = season.state == SeasonState.RUNNING
    refusal = sign_up_refusal(season, act, is_reserve=is_reserve_only)
    now = timezone.now()
    fresh = {"ticket": ticket_of(season, SecretIds().key(), now), "name": str(own.name) if own else ""}
    form, status = SeasonSignUpForm(initial=fresh), 200
    if request.method == "POST":
        form, status = SeasonSignUpForm(request.POST), 422
        if own is not None:
            form.fields["name"].required = False
        if form.is_valid() and not form.cleaned_data["website"]:
            data: dict[str, Any] = form.cleaned_data
            try:
                form_key = ticket_read(season, data["ticket"], now)
                require_rate(request, act)
                signed_up = season_sign_up(
                    act=act,
                    season=season,
                    name=data["name"],
                    form_key=form_key,
                    is_reserve=data["is_reserve"] or is_reserve_only,
                    name_public=data["shown"] == "name",
                    under_16=data["under_16"],
                )
            except DomainError as error:
                status = put_on_form(form, error)
                if error.code == "form_too_old":  # the next one is sent with a new ticket
                    form.data = {**request.POST.dict(), "ticket": fresh["ticket"]}
            else:
                messages.success(request, _("You are on the list."))
                response = redirect("leagues:own", key=signed_up.entry.key)
                keep_link(request, response, signed_up.token)
                return response
    context = {
        "section": "clubs",
        "season": season,
        "league": season.league,
        "form": form,
        "own": own,
        "refusal": refusal if request.method != "POST" else None,
        "is_reserve_only": is_reserve_only,
    }
    return render(request, "leagues/sign_up.html", context, status=status)
