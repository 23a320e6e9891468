"""Saying which mages and duel cards a game is played with: a page of selects, filled in as the cards are turned up."""

from __future__ import annotations

import json
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.pages.core.answers import Answer, Elsewhere, EntryPage, SaySetUp, Sent
from games.pages.core.context import GameContext
from games.pages.magistrar.rendering import rendered
from games.pages.magistrar.set_up import CARDS, MAGES, TableSetUp
from games.pages.magistrar.variants import CARDS_A_GAME, cards_of, drawn_of
from games.selectors.choices import options_in_words
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated

SIDES = ("white", "black")
# What one came from and goes on to.
LEADS_ON = {"recording", "sheet", "notation", "record"}
NEEDS_ALL = "sheet"  # which tells a whole game, and can't name cards itself


class DrawnForm(forms.Form):
    """A select for each side's mage and for the card of each of duels 1 to 4, as far as the event plays with them.
    Cards may be left open from some duel on, unless one goes on to where all are needed. `seen` is what stood there
    when the page was made."""

    seen = forms.CharField(max_length=1000, required=False, widget=forms.HiddenInput)

    def __init__(self, ctx: GameContext, data: Any = None, *, then: str = "") -> None:
        super().__init__(data, initial={"seen": seen_of(ctx)})
        game, self.asked, self.kept = ctx.game, ctx.asks, TableSetUp(ctx).kept_up_to
        if MAGES in self.asked:
            for seat in ctx.seats:
                label = _("Mage of %(name)s") % {"name": isolated(seat.name)}
                said = game.variants.get(MAGES, {}).get(seat.side, "")
                self._choice(
                    f"mage_{seat.side}",
                    label,
                    options_in_words(game, MAGES),
                    said,
                    is_kept=bool(said) and self.kept > 0,
                )
        if CARDS in self.asked:
            choices, cards = options_in_words(game, CARDS), cards_of(game.variants)
            for number in range(1, CARDS_A_GAME + 1):
                label, said = _("Card of duel %(number)d") % {"number": number}, (cards + [""] * number)[number - 1]
                is_kept, name = bool(said) and number <= self.kept, f"card_{number}"
                self._choice(name, label, choices, said, is_kept=is_kept, required=then == NEEDS_ALL)

    def _choice(
        self, name: str, label: str, choices: list[tuple[str, str]], said: str, *, is_kept: bool, required: bool = True
    ) -> None:
        field = forms.ChoiceField(
            label=label, choices=[("", _("Choose")), *choices], initial=said, required=required, disabled=is_kept
        )
        field.is_one_of_several = not required  # type: ignore[attr-defined] # what the field's template asks for
        field.error_messages["required"] = gettext_lazy("Choose one of the list.")
        self.fields[name] = field

    @property
    def mages(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("mage_")]

    @property
    def cards(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("card_")]

    def clean(self) -> dict[str, Any]:
        """No gap between the cards: they are turned up one by one."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = [number for number in range(1, CARDS_A_GAME + 1) if said.get(f"card_{number}")]
        for number in range(1, max(chosen, default=0)):
            if number not in chosen and f"card_{number}" not in self.errors:
                self.add_error(f"card_{number}", _("A later card is chosen: say this one, too."))
        return said

    def said(self) -> dict[str, Any]:
        """What is said by the names of the parts; only of a valid form."""
        said: dict[str, Any] = {}
        if MAGES in self.asked:
            said[MAGES] = {side: self.cleaned_data[f"mage_{side}"] for side in SIDES}
        if CARDS in self.asked:
            cards = [self.cleaned_data[f"card_{number}"] for number in range(1, CARDS_A_GAME + 1)]
            said[CARDS] = [card for card in cards if card]
        return said


def seen_of(ctx: GameContext) -> str:
    """What is said of a game's mages and cards, as the page keeps it."""
    return json.dumps(drawn_of(ctx.game.variants), sort_keys=True)


def read_seen(text: str) -> dict[str, Any] | None:
    """What a page kept; None for what none does."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def set_up_entry(ctx: GameContext, sent: Sent) -> Answer:
    """Say which mages the game is played with and which cards were turned up so far. Where the event plays the base
    game, it leads to the game."""
    if not ctx.asks:
        return Elsewhere(ctx.addresses.base)
    then = sent.data.get("then") or ctx.query.get("then") or ""
    form = DrawnForm(ctx, sent.data if sent.is_post else None, then=then)
    if not sent.is_post:
        return _page(ctx, form, then)
    if not form.is_valid():
        return _page(ctx, form, then, status=422)
    return SaySetUp(
        said=form.said(),
        replaces=read_seen(form.cleaned_data["seen"]),
        again=lambda now, refusal: _refused(now, form, then, refusal),
        then=then if then in LEADS_ON else "",
    )


def _refused(ctx: GameContext, form: DrawnForm, then: str, refusal: DomainError) -> EntryPage:
    """The form again, marked where it is wrong. What somebody else said meanwhile is seen now."""
    data = cast("QueryDict", form.data).copy()
    data["seen"] = seen_of(ctx)
    form.data = data
    if refusal.code == "said_differently":
        again = _("Save again only if what stands here is right: it takes the place of that.")
        refusal = DomainError(refusal.code, f"{refusal.message} {again}")
    refusal.fields = {_field_of(place): text for place, text in refusal.fields.items()}
    return _page(ctx, form, then, status=put_on_form(form, refusal))


def _field_of(place: str) -> str:
    """The field of a place among the variants: "mages.black" or "duel_cards.0"."""
    name, _dot, which = place.partition(".")
    return f"mage_{which or SIDES[0]}" if name == MAGES else f"card_{int(which or 0) + 1}"


def _page(ctx: GameContext, form: DrawnForm, then: str, *, status: int = 200) -> EntryPage:
    body = rendered("set_up_form", ctx, form=form, then=then if then in LEADS_ON else "")
    return EntryPage(_("Mages and duel cards"), body, form=form, status=status)
