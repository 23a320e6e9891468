"""The form for the choices at the table: a select for each seat and for each part, filled in as the game goes on."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.core.choices import Choice, said_of, values_by_part
from games.pages.core.answers import Answer, Elsewhere, EntryPage, SaySetUp, Sent
from games.pages.core.context import GameContext
from games.pages.core.set_up import TableSetUp
from games.pages.core.table import TableWords
from games.selectors.choices import options_in_words
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated


class ChoicesForm(forms.Form):
    """A select for each seat and each part of the choices that the event plays with. Values for parts may be left open
    from some part on, unless `needs_all`. `seen` is what was said when the page was made."""

    seen = forms.CharField(max_length=1000, required=False, widget=forms.HiddenInput)

    def __init__(self, ctx: GameContext, words: TableWords, data: Any = None, *, needs_all: bool = False) -> None:
        super().__init__(data, initial={"seen": seen_of(ctx)})
        self._set_up, self._variants, self._needs_all = TableSetUp(ctx), ctx.game.variants, needs_all
        self._sides = [seat.side for seat in ctx.seats]
        for choice in self._set_up.asked:
            options = options_in_words(ctx.game, choice.key)
            if choice.chosen_for == "seat":
                for seat in ctx.seats:
                    self._add_for_seat(choice, seat.side, words.label(choice, name=isolated(seat.name)), options)
            else:
                for number in range(1, choice.parts + 1):
                    self._add_for_part(choice, number, words.label(choice, part=number), options)

    def _add_for_seat(self, choice: Choice, side: str, label: str, options: list[tuple[str, str]]) -> None:
        said = self._variants.get(choice.key, {}).get(side, "")
        is_fixed = bool(said) and self._set_up.fixed_up_to > 0
        self._add(f"{choice.value}_{side}", label, options, said, is_fixed=is_fixed, required=True)

    def _add_for_part(self, choice: Choice, number: int, label: str, options: list[tuple[str, str]]) -> None:
        values = values_by_part(choice, self._variants)
        said = values[number - 1] if number <= len(values) else ""
        is_fixed = bool(said) and number <= self._set_up.fixed_up_to
        self._add(f"{choice.value}_{number}", label, options, said, is_fixed=is_fixed, required=self._needs_all)

    def _add(
        self, name: str, label: str, options: list[tuple[str, str]], said: str, *, is_fixed: bool, required: bool
    ) -> None:
        field = forms.ChoiceField(
            label=label, choices=[("", _("Choose")), *options], initial=said, required=required, disabled=is_fixed
        )
        field.is_one_of_several = not required  # type: ignore[attr-defined] # what the field's template asks for
        field.error_messages["required"] = gettext_lazy("Choose one of the list.")
        self.fields[name] = field

    @property
    def groups(self) -> list[list[forms.BoundField]]:
        """The fields of each choice."""
        return [[self[name] for name in self._names(choice)] for choice in self._set_up.asked]

    @property
    def is_open_ended(self) -> bool:
        """True if values may be said one by one."""
        return any(choice.chosen_for == "part" for choice in self._set_up.asked)

    @property
    def has_fixed(self) -> bool:
        """True if some of it stays, as it belongs to what is recorded already."""
        return self._set_up.fixed_up_to > 0

    def clean(self) -> dict[str, Any]:
        """No gap between the values for parts: they come one by one."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        for choice in self._set_up.asked:
            if choice.chosen_for != "part":
                continue
            names = self._names(choice)
            last = max((at for at, name in enumerate(names) if said.get(name)), default=0)
            for name in names[:last]:
                if not said.get(name) and name not in self.errors:
                    self.add_error(name, _("A later one is chosen: choose this one, too."))
        return said

    def said(self) -> dict[str, Any]:
        """The choices that were said, by their keys; only of a valid form."""
        found: dict[str, Any] = {}
        for choice in self._set_up.asked:
            values = [self.cleaned_data[name] for name in self._names(choice)]
            is_of_seats = choice.chosen_for == "seat"
            found[choice.key] = dict(zip(self._sides, values, strict=True)) if is_of_seats else [*filter(None, values)]
        return found

    def field_of(self, place: str) -> str:
        """The field of a place among the variants: "key.seat", "key.index" (from 0), or "key" for the whole."""
        key, _dot, which = place.partition(".")
        choice = next((each for each in self._set_up.asked if each.key == key), None)
        if choice is None:
            return place
        if choice.chosen_for == "seat":
            return f"{choice.value}_{which or self._sides[0]}"
        return f"{choice.value}_{int(which or 0) + 1}"

    def _names(self, choice: Choice) -> list[str]:
        ends = self._sides if choice.chosen_for == "seat" else range(1, choice.parts + 1)
        return [f"{choice.value}_{end}" for end in ends]


class ChoicesPage(Protocol):
    """Renders the page of the form; `then` is the form that one goes on to."""

    def __call__(self, ctx: GameContext, form: ChoicesForm, then: str, *, status: int = 200) -> EntryPage: ...


@dataclass(frozen=True)
class ChoicesEntry:
    """Saying what a game is played with. `leads_on`: the forms that one may come from and go on to; `needs_all`: those
    of them that tell a whole game and can't say it themselves. Where the event asks nothing, it leads to the game."""

    words: TableWords
    page: ChoicesPage
    leads_on: Collection[str] = ()
    needs_all: Collection[str] = ()

    def __call__(self, ctx: GameContext, sent: Sent) -> Answer:
        if not TableSetUp(ctx).asked:
            return Elsewhere(ctx.addresses.base)
        wanted = sent.data.get("then") or ctx.query.get("then") or ""
        then = wanted if wanted in self.leads_on else ""
        data = sent.data if sent.is_post else None
        form = ChoicesForm(ctx, self.words, data, needs_all=then in self.needs_all)
        if not sent.is_post:
            return self.page(ctx, form, then)
        if not form.is_valid():
            return self.page(ctx, form, then, status=422)
        return SaySetUp(
            said=form.said(),
            replaces=read_seen(form.cleaned_data["seen"]),
            again=lambda now, refusal: self._refused(now, form, then, refusal),
            then=then,
        )

    def _refused(self, ctx: GameContext, form: ChoicesForm, then: str, refusal: DomainError) -> EntryPage:
        """The form again, marked where it is wrong. What somebody else said meanwhile is seen now."""
        data = cast("QueryDict", form.data).copy()
        data["seen"] = seen_of(ctx)
        form.data = data
        if refusal.code == "said_differently":
            again = _("If what you chose here is right, save again: it replaces the earlier entry.")
            refusal = DomainError(refusal.code, f"{refusal.message} {again}")
        refusal.fields = {form.field_of(place): text for place, text in refusal.fields.items()}
        return self.page(ctx, form, then, status=put_on_form(form, refusal))


def seen_of(ctx: GameContext) -> str:
    """What is said of a game's choices, as the page keeps it."""
    return json.dumps(said_of(ctx.system.choices, ctx.game.variants), sort_keys=True)


def read_seen(text: str) -> dict[str, Any] | None:
    """What a page kept; None for what none does."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
