"""The form of an edition whose values each have a field of their own beside where they are from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.models import ClubEdition
from games.pages.core.stated_fields import StatedForm, changed_note
from games.selectors.editions import TITLE_LENGTH, edition_content, edition_seen
from magistrar_site.shared.concurrent_edit import TAKEN_OVER, as_sent, changed_meanwhile, put_notes, shown_before
from magistrar_site.shared.errors import DomainError


class StatedEditionForm(StatedForm):
    """Unbound it shows `edition` (the engine's data) with its title; bound, what was sent. A system's form says by
    `initial_of` what stands in its fields, adds these by `add_fields`, and makes `edition_data` of them."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    before = forms.CharField(widget=forms.HiddenInput, max_length=100_000, required=False)  # all fields as shown: JSON

    def __init__(self, sent: QueryDict | None = None, *, title: str, edition: Mapping[str, Any], seen: str) -> None:
        initial = {"title": title, **self.initial_of(edition), "seen": seen}
        super().__init__(sent, initial=initial)
        self.edition = edition
        self.add_fields(sent if sent is not None else initial)
        if sent is None:
            self.initial["before"] = json.dumps(self.shown())

    def initial_of(self, edition: Mapping[str, Any]) -> dict[str, Any]:
        """The edition by the names of the fields."""
        raise NotImplementedError

    def add_fields(self, said: Mapping[str, Any]) -> None:
        """Add the fields. `said`: what they show, or what was sent."""
        raise NotImplementedError

    @property
    def edition_data(self) -> dict[str, Any]:
        """The edition as the engine's files have it; only of a valid form."""
        raise NotImplementedError

    def field_at(self, place: str) -> str:
        """The name of the field of a dotted place in the edition's data."""
        raise NotImplementedError

    def shown(self) -> dict[str, str]:
        """What the edition says, by field, as a browser sends it back."""
        said = (name for name in self.initial if name in self.fields and not self.fields[name].widget.is_hidden)
        return {name: as_sent(self.initial[name]) for name in said}

    def with_source(self, name: str, value: Any) -> dict[str, Any]:
        """A value and where it is from, as the engine's files have them; only of a valid form."""
        return {"value": value, "provenance": self.cleaned_data[f"{name}_from"] or "assumed"}

    def put(self, refusal: DomainError) -> int:
        """Write a refusal beside the fields that it is about, the rest above the form; returns the HTTP status."""
        rest = []
        for place, text in refusal.fields.items():
            name = self.field_at(place)
            if name in self.fields:
                self.add_error(name, str(text))
            else:
                rest.append(str(text))
        if rest or not refusal.fields:
            self.add_error(None, " ".join([str(refusal.message), *rest]))
        return refusal.status

    def after_others(self, edition: ClubEdition) -> Self:
        """The form as it was sent, on the edition as it is now. What somebody else changed meanwhile is marked with
        what it is now, and where this sender left it alone it is taken over."""
        title, content, seen = edition.title, edition_content(edition), edition_seen(edition)
        data = cast("QueryDict", self.data).copy()
        before = shown_before(data.get("before", ""))
        now = type(self)(title=title, edition=content, seen=seen).shown()
        notes = dict(changed_meanwhile(now, typed=data, before=before, now=now))
        for name, note in notes.items():
            if note is TAKEN_OVER:
                data[name] = now[name]
        data["seen"], data["before"] = seen, json.dumps(now)
        form = type(self)(data, title=title, edition=content, seen=seen)
        form.full_clean()
        marked = {name: note for name, note in notes.items() if name in form.fields}
        put_notes(form, marked, before=before, now=now, summary=changed_note(len(marked)))
        return form
