"""How a pool's games are rated: its owner chooses a system and its options, sees what would change, and confirms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from ratings.models import Pool
from ratings.selectors.pools import pool_by_key
from ratings.services.settings import (
    PoolSettings,
    option_defaults,
    pool_preview,
    pool_settings_change,
    require_pool,
    systems_for,
)
from ratings.templatetags.ratings import rating_system_name

ROWS = 100  # of a preview
STEPS = {  # of K, by what a player has played: the option's members, as fields
    "newcomer": "k_newcomer",
    "newcomer_games": "k_newcomer_games",
    "standard": "k_standard",
    "top": "k_top",
    "top_rating": "k_top_rating",
}
EXPLAINED: Mapping[str, Any] = {
    "elo": gettext_lazy(
        "A win against somebody stronger counts more. At tables of more than two, everybody plays against each of the "
        "others by their places."
    ),
    "fide": gettext_lazy("As Elo, by the tables of the World Chess Federation. For games of two."),
    "glicko2": gettext_lazy("Also keeps how sure a rating is, so newcomers move faster. For games of two."),
    "plackett_luce": gettext_lazy(
        "Made for tables of any number: a whole ranking counts at once. What is shown is what a player is very likely "
        "at least as good as, so everybody rises at first."
    ),
}


def _points(label: Any, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=10_000, help_text=help_text)


def _k(label: Any, help_text: Any = "", *, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=400, help_text=help_text, required=required)


class PoolForm(forms.Form):
    """The options of one rating system; those that it doesn't have are left out."""

    initial_rating = _points(gettext_lazy("Rating of a newcomer"))
    floor = _points(gettext_lazy("Floor"), gettext_lazy("No rating falls below it."))
    k = _k(
        gettext_lazy("One K for everybody"),
        gettext_lazy("How far one game can move a rating. Empty: by the steps below."),
        required=False,
    )
    k_newcomer = _k(gettext_lazy("K of a newcomer"))
    k_newcomer_games = forms.IntegerField(
        label=gettext_lazy("A newcomer until so many games"), min_value=0, max_value=100_000
    )
    k_standard = _k(gettext_lazy("K after that"))
    k_top = _k(gettext_lazy("K of top players"))
    k_top_rating = _points(gettext_lazy("A top player from this rating on"))
    deviation = forms.IntegerField(label=gettext_lazy("Deviation of a newcomer"), min_value=1, max_value=1000)
    volatility = forms.DecimalField(
        label=gettext_lazy("Volatility of a newcomer"), min_value=0.001, max_value=2, decimal_places=4
    )
    tau = forms.DecimalField(
        label=gettext_lazy("How far volatility may move (τ)"), min_value=0.001, max_value=2, decimal_places=4
    )
    provisional_deviation = forms.IntegerField(
        label=gettext_lazy("Provisional while the deviation is above"), min_value=0, max_value=1000
    )
    provisional_games = forms.IntegerField(
        label=gettext_lazy("Provisional until so many games"), min_value=0, max_value=100_000
    )
    rated_by = forms.ChoiceField(
        label=gettext_lazy("When ratings move"),
        choices=[
            ("game", gettext_lazy("after each game")),
            ("period", gettext_lazy("at the end of each day, all its games together")),
        ],
    )
    minimum_games = forms.IntegerField(
        label=gettext_lazy("Games until a player is listed"), min_value=0, max_value=1000
    )

    def __init__(self, data: Any = None, *, system: str, options: Mapping[str, Any], minimum_games: int) -> None:
        defaults = option_defaults(system)
        values = {**defaults, **options}
        k = values.pop("k", None)
        steps = k if isinstance(k, dict) else defaults.get("k") or {}
        initial = {**values, "initial_rating": values["initial"], "minimum_games": minimum_games}
        initial |= {STEPS[name]: value for name, value in {**defaults.get("k", {}), **steps}.items()}
        initial["k"] = k if isinstance(k, int) else None
        super().__init__(data, initial=initial)
        known = {*values, "initial_rating", "minimum_games"} | ({"k", *STEPS.values()} if k is not None else set())
        for name in list(self.fields):
            if name not in known:
                del self.fields[name]
        for name in STEPS.values():
            if name in self.fields and data is not None and data.get("k"):
                self.fields[name].required = False
        self.system = system

    def wanted(self) -> PoolSettings:
        """What was sent; only of a valid form."""
        data = dict(self.cleaned_data)
        minimum = data.pop("minimum_games")
        options = {name: value for name, value in data.items() if name not in {"initial_rating", "k", *STEPS.values()}}
        options["initial"] = data["initial_rating"]
        if "k" in data:
            options["k"] = data["k"] or {name: data[field] for name, field in STEPS.items()}
        options |= {name: str(options[name].normalize()) for name in ("volatility", "tau") if name in options}
        return PoolSettings(self.system, options, minimum)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pool_settings(request: HttpRequest, key: str) -> HttpResponse:
    """Choose how the pool is rated: first the system, then its options, then what would change."""
    act, pool = act_of(request), pool_by_key(key)
    require_pool(act, pool)
    offered = systems_for(pool)
    asked = request.POST.get("system") or request.GET.get("system") or pool.rating_system
    system = asked if asked in offered else pool.rating_system
    options = pool.options if system == pool.rating_system else {}
    sent = request.POST if request.method == "POST" else None
    form = PoolForm(sent, system=system, options=options, minimum_games=pool.minimum_games)
    if sent is None or not form.is_valid():
        return _page(request, pool, form, offered, status=200 if sent is None else 422)
    try:
        if sent.get("step") != "save":
            preview = pool_preview(act=act, pool=pool, wanted=form.wanted())
            return _page(request, pool, form, offered, preview=preview)
        pool_settings_change(act=act, pool=pool, wanted=form.wanted(), seen=sent.get("seen"))
    except DomainError as refusal:
        status = put_on_form(form, refusal)
        return _page(request, pool, form, offered, status=status)
    messages.success(request, _("Saved. The ratings are worked out anew; the leaderboard shows them in a moment."))
    return redirect("ratings:pool", key=pool.key)


def _page(
    request: HttpRequest, pool: Pool, form: PoolForm, offered: list[str], *, preview: Any = None, status: int = 200
) -> HttpResponse:
    context = {
        "section": "leaderboard",
        "pool": pool,
        "form": form,
        "systems": [(key, rating_system_name(key), EXPLAINED[key]) for key in offered],
        "explained": EXPLAINED[form.system],
        "main_fields": [field for field in form if field.name not in STEPS.values()],
        "step_fields": [field for field in form if field.name in STEPS.values()],
        "preview": preview,
        "rows": preview.rows[:ROWS] if preview else (),
        "sent": [(name, value) for name, value in request.POST.items() if name in form.fields] if preview else [],
    }
    return render(request, "ratings/pool_settings.html", context, status=status)
