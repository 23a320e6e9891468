"""Saying which mages and duel cards a game is played with: a page of selects, before the first duel."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.selectors.variants import CARDS_A_GAME, drawn_choices
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError
from tournaments.services.game_variants import game_variants_set
from tournaments.web.handing_in import handing_in
from tournaments.web.shown_game import ShownGame

MAGES, CARDS = "mages", "duel_cards"
# What one came from and goes on to.
LEADS_ON = {"recording", "sheet", "notation", "record"}


class DrawnForm(forms.Form):
    """A select for each side's mage and for the card of each of duels 1 to 4, as far as the event plays with them."""

    def __init__(self, shown: ShownGame, data: Any = None) -> None:
        super().__init__(data)
        game, self.asked = shown.game, shown.event.settings.drawn
        open_choice = ("", _("Choose"))
        if MAGES in self.asked:
            choices = [open_choice, *drawn_choices(game, MAGES)]
            for side, player in shown.sides.items():
                label = _("Mage of %(name)s") % {"name": player.name}
                initial = game.variants.get(MAGES, {}).get(side, "")
                self.fields[f"mage_{side}"] = forms.ChoiceField(label=label, choices=choices, initial=initial)
        if CARDS in self.asked:
            choices = [open_choice, *drawn_choices(game, CARDS)]
            saved = [*game.variants.get(CARDS, []), *[""] * CARDS_A_GAME]
            for number in range(1, CARDS_A_GAME + 1):
                label = _("Card of duel %(number)d") % {"number": number}
                initial = saved[number - 1]
                self.fields[f"card_{number}"] = forms.ChoiceField(label=label, choices=choices, initial=initial)
        for field in self.fields.values():
            field.error_messages["required"] = gettext_lazy("Choose one of the list.")

    @property
    def mages(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("mage_")]

    @property
    def cards(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("card_")]

    def said(self) -> dict[str, Any]:
        """What the service takes; only of a valid form."""
        said: dict[str, Any] = {}
        if MAGES in self.asked:
            said[MAGES] = {side: self.cleaned_data[f"mage_{side}"] for side in ("white", "black")}
        if CARDS in self.asked:
            said[CARDS] = [self.cleaned_data[f"card_{number}"] for number in range(1, CARDS_A_GAME + 1)]
        return said


def to_what_is_drawn(shown: ShownGame, then: str) -> HttpResponse:
    """To the page below, and from there on to `then`."""
    address = reverse("tournaments:game_variants", args=[shown.game.key])
    return redirect(f"{address}?as={shown.act.actor.key}&then={then}")


@require_http_methods(["GET", "HEAD", "POST"])
def game_variants(request: HttpRequest, key: str) -> HttpResponse:
    """Say which mages and cards the game is played with. Where the event plays the base game, it leads to the game."""
    shown = handing_in(request, key)
    if not shown.event.settings.drawn:
        return redirect("tournaments:game", key=key)
    then = request.POST.get("then") or request.GET.get("then") or ""
    form = DrawnForm(shown, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, shown, form, then)
    if not form.is_valid():
        return _page(request, shown, form, then, status=422)
    try:
        game_variants_set(act=shown.act, game_key=key, **form.said())
    except DomainError as refusal:
        return _page(request, shown, form, then, status=put_on_form(form, refusal))
    if then in LEADS_ON:
        return redirect(f"{reverse(f'tournaments:{then}', args=[key])}?as={shown.act.actor.key}")
    messages.success(request, _("Saved: the game is played with these."))
    if shown.act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=shown.act.actor.key)
    return redirect("tournaments:game", key=key)


def _page(request: HttpRequest, shown: ShownGame, form: DrawnForm, then: str, *, status: int = 200) -> HttpResponse:
    context = {"shown": shown, "form": form, "then": then if then in LEADS_ON else ""}
    return render(request, "tournaments/game_variants.html", context, status=status)
