from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.selectors.clubs import clubs
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.whole_pages import public_page
from ratings.models import Pool
from ratings.selectors.leaderboards import ACTIVE, Filters, LeaderboardPage, largest_pool, leaderboard_page
from ratings.selectors.pools import pools, shown_pool
from ratings.services.settings import may_change_pool

PAGE_SIZE = 50
MOST_CHOICES = 200  # of clubs and leaderboards to choose from
GAMES = (5, 10, 20, 50)
MOST_PLACES = 2**31 - 1


def games_choices() -> list[tuple[str, str]]:
    texts = [(str(n), ngettext("at least %(n)s game", "at least %(n)s games", n) % {"n": n}) for n in GAMES]
    return [("", str(_("any number of games"))), *texts]


class FilterForm(forms.Form):
    """The filters of a leaderboard, as typed. What makes no sense is left out, not refused."""

    name = forms.CharField(
        label=_("Name"), max_length=100, required=False, widget=forms.TextInput(attrs={"type": "search"})
    )
    club = forms.SlugField(label=_("Club"), max_length=60, required=False)
    active = forms.ChoiceField(
        label=_("Played last"),
        required=False,
        choices=[("", _("at any time")), ("3", _("in the last three months")), ("12", _("in the last year"))],
    )
    games = forms.ChoiceField(label=_("Games"), required=False, choices=lazy(games_choices, list))
    after = forms.IntegerField(min_value=0, max_value=MOST_PLACES, required=False)
    before = forms.IntegerField(min_value=0, max_value=MOST_PLACES, required=False)

    def chosen(self) -> dict[str, str]:
        """The filters that were chosen and make sense, as the address says them; without the page."""
        self.is_valid()
        cleaned = {name: self.cleaned_data.get(name) or "" for name in ("name", "club", "active", "games")}
        return {name: value for name, value in cleaned.items() if value}

    def filters(self) -> Filters:
        chosen = self.chosen()
        back = ACTIVE.get(chosen.get("active", ""))
        return Filters(
            club=chosen.get("club", ""),
            since=timezone.now() - back if back else None,
            games=int(chosen.get("games", 0)),
            name=chosen.get("name", ""),
        )

    def place(self, name: str) -> int:
        """The place that the page begins after, or ends before; 0 for none."""
        self.is_valid()
        return self.cleaned_data.get(name) or 0


@dataclass(frozen=True)
class Links:
    """Addresses of the pages around the one that is shown; empty where there is none."""

    first: str
    previous: str
    following: str


def _links(page: LeaderboardPage, chosen: Mapping[str, str]) -> Links:
    def address(**place: int) -> str:
        return "?" + urlencode({**chosen, **place})

    return Links(
        first=address() if page.before else "",
        previous=address(before=page.before) if page.before else "",
        following=address(after=page.after) if page.after else "",
    )


@public_page("after", "before")
@require_safe
def leaderboard(request: HttpRequest, key: str | None = None) -> HttpResponse:
    """A pool's ranked players, of all or as filtered. Without a key: the pool in which was played last."""
    pool = largest_pool() if key is None else shown_pool(key)
    if pool is None:
        return render(request, "ratings/leaderboard.html", {"section": "leaderboard"})
    form = FilterForm(request.GET)
    filters, chosen = form.filters(), form.chosen()
    page = leaderboard_page(pool, filters, size=PAGE_SIZE, after=form.place("after"), before=form.place("before"))
    context: dict[str, Any] = {
        "section": "leaderboard",
        "pool": pool,
        "page": page,
        "links": _links(page, chosen),
        "form": form,
        "chosen": chosen,
        "api_query": urlencode(chosen) + "&" if chosen else "",
        "is_filtered": filters.is_any,
        "ranked": page.ranked if not filters.is_any or not page.rows else 0,
        "pools": _with(list(pools()[:MOST_CHOICES]), pool),
        "clubs": list(clubs()[:MOST_CHOICES]),
        "may_change": request.user.is_authenticated and may_change_pool(act_of(request).actor, pool),
    }
    return render(request, "ratings/leaderboard.html", context)


def _with(found: list[Pool], shown: Pool) -> list[Pool]:
    return found if shown in found else [shown, *found]


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """The form above a leaderboard: on to the address of what was chosen, which can be kept and sent."""
    pool = shown_pool(request.GET.get("pool", ""))
    chosen = FilterForm(request.GET).chosen()
    address = reverse("ratings:pool", args=[pool.key])
    return redirect(f"{address}?{urlencode(chosen)}" if chosen else address)
