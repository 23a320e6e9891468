"""An edition as a form: every value of the box with where it is from. Rows without a name are left out, so that mages
and cards are taken away by emptying their names, and added in the empty row at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.systems.magistrar.edition import TRACK_LENGTH
from games.engine.systems.magistrar.effects import Parameter
from games.pages.core.stated_fields import StatedField, StatedForm
from games.pages.magistrar.edition_parts import (
    EFFECTS,
    NUMBERS,
    RULINGS,
    effect_choices,
    part_key,
    ruling_choices,
)
from games.selectors.editions import TITLE_LENGTH, part_in_words
from magistrar_site.shared.concurrent_edit import as_sent
from magistrar_site.shared.errors import DomainError

KINDS = {"mages": "mage", "cards": "card"}
MOST_ROWS = 60
MOST_HONORIS = 99
MOST_USES = 9
ALL_PRINTED = gettext_lazy("All of this is printed on our box")
_ROW = re.compile(r"(mage|card)_(\d{1,2})_name")
Initial = dict[str, Any]


@dataclass(frozen=True)
class PartRow:
    """The fields of a mage or a card. `heading` is its name, empty in the row for another one."""

    heading: str
    name: BoundField
    stated: tuple[StatedField, ...]

    @property
    def has_errors(self) -> bool:
        return bool(self.name.errors or any(each.value.errors or each.source.errors for each in self.stated))


class EditionForm(StatedForm):
    """Unbound it shows `edition` (title and the engine's data); bound, what was sent, with the numbers of effects that
    were just chosen filled in and asked to be looked at. `edition_data` is the edition of a valid form."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH)
    track_all = forms.BooleanField(label=ALL_PRINTED, required=False)
    mages_all = forms.BooleanField(label=ALL_PRINTED, required=False)
    cards_all = forms.BooleanField(label=ALL_PRINTED, required=False)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    before = forms.CharField(widget=forms.HiddenInput, max_length=100_000, required=False)  # all fields as shown: JSON

    def __init__(self, sent: QueryDict | None = None, *, title: str, edition: Mapping[str, Any], seen: str) -> None:
        initial = {"title": title, **_initial(edition), "seen": seen}
        self._new_numbers: list[str] = []
        self._rows: dict[str, list[str]] = {}
        self._names: dict[tuple[str, str], str] = {}
        data = sent.copy() if sent is not None else None
        super().__init__(data, initial=initial)
        source: Mapping[str, Any] = data if data is not None else initial
        for level in range(TRACK_LENGTH):
            label = _("Level %(level)d") % {"level": level}
            self.add_stated(f"track_{level}", _whole(label, -MOST_HONORIS, MOST_HONORIS))
        for kind, prefix in KINDS.items():
            rows = row_numbers(prefix, source)
            if data is None:
                rows.append(max(rows, default=-1) + 1)
            self._rows[kind] = [f"{prefix}_{number}" for number in rows]
            for row in self._rows[kind]:
                self._add_row(kind, row, source)
        for number, name in RULINGS.items():
            choice = forms.ChoiceField(label=name, choices=ruling_choices(number), widget=forms.RadioSelect)
            self.add_stated(f"ruling_{number}", choice)
        if data is None:
            self.initial["before"] = json.dumps(self.shown())

    def shown(self) -> dict[str, str]:
        """What the edition says, by field, as a browser sends it back."""
        said = (name for name in self.initial if name in self.fields and not self.fields[name].widget.is_hidden)
        return {name: as_sent(self.initial[name]) for name in said}

    def _add_row(self, kind: str, row: str, source: Mapping[str, Any]) -> None:
        self.fields[f"{row}_name"] = forms.CharField(label=_("Name"), max_length=60, required=False)
        choices = [("", _("Choose an effect")), *effect_choices(kind)]
        self.add_stated(f"{row}_effect", forms.ChoiceField(label=_("Effect"), choices=choices, required=False))
        if kind == "mages":
            uses = _whole(_("Uses"), 0, MOST_USES, required=False)
            uses.help_text = _("Empty: never used up.")
            self.add_stated(f"{row}_uses", uses)
        for number, bounds in _parameters(kind, source.get(f"{row}_effect")).items():
            name = f"{row}_{number}"
            self.add_stated(name, _whole(NUMBERS[number], bounds.least, bounds.most, required=False))
            if self.is_bound and name not in self.data and source.get(f"{row}_name"):
                self._new_numbers.append(name)
                self.data[name], self.data[f"{name}_from"] = str(bounds.default), "assumed"  # type: ignore[index] # is our copy

    # What the page lays out.

    def track(self) -> list[StatedField]:
        return [self.stated(f"track_{level}") for level in range(TRACK_LENGTH)]

    def mages(self) -> list[PartRow]:
        return self._part_rows("mages")

    def cards(self) -> list[PartRow]:
        return self._part_rows("cards")

    def mage_effects(self) -> list[str]:
        return [sentence for _key, sentence in effect_choices("mages")]

    def card_effects(self) -> list[str]:
        return [sentence for _key, sentence in effect_choices("cards")]

    def rulings(self) -> list[StatedField]:
        return [self.stated(f"ruling_{number}") for number in RULINGS]

    def _part_rows(self, kind: str) -> list[PartRow]:
        return [
            PartRow(
                heading=str(self[f"{row}_name"].value() or ""),
                name=self[f"{row}_name"],
                stated=tuple(self.stated(name) for name in self._stated_names(row)),
            )
            for row in self._rows[kind]
        ]

    def _stated_names(self, row: str) -> list[str]:
        return [name for name in self.fields if name.startswith(f"{row}_") and f"{name}_from" in self.fields]

    # What was sent.

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in self._new_numbers:
            self.add_error(name, _("This effect has this number: check it, then save again."))
        for kind, rows in self._rows.items():
            for row in rows:
                if cleaned.get(f"{row}_name"):
                    self._check_row(kind, row, cleaned)
        return cleaned

    def _check_row(self, kind: str, row: str, cleaned: Mapping[str, Any]) -> None:
        key = part_key(cleaned[f"{row}_name"])
        if not key:
            self.add_error(f"{row}_name", _("A name begins with a letter from a to z."))
        elif (kind, key) in self._names:
            self.add_error(f"{row}_name", _("This name is listed twice."))
        self._names[kind, key] = row
        if not cleaned.get(f"{row}_effect") and not self.has_error(f"{row}_effect"):
            self.add_error(f"{row}_effect", _("Choose what it does."))
        for number in _parameters(kind, cleaned.get(f"{row}_effect")):
            if cleaned.get(f"{row}_{number}") is None and not self.has_error(f"{row}_{number}"):
                self.add_error(f"{row}_{number}", _("Type a number."))

    @property
    def edition_data(self) -> dict[str, Any]:
        """The edition as the engine's files have it; only of a valid form."""
        return {
            "track": [self._said(f"track_{level}", "track") for level in range(TRACK_LENGTH)],
            "mages": {key: self._part("mages", row) for (kind, key), row in self._names.items() if kind == "mages"},
            "cards": {key: self._part("cards", row) for (kind, key), row in self._names.items() if kind == "cards"},
            "rulings": {number: self._said(f"ruling_{number}") for number in RULINGS},
        }

    def _part(self, kind: str, row: str) -> dict[str, Any]:
        effect = self._said(f"{row}_effect", kind)
        uses = {"uses": self._said(f"{row}_uses", kind)} if kind == "mages" else {}
        numbers = _parameters(kind, effect["value"])
        return {
            "effect": effect,
            **uses,
            "values": {number: self._said(f"{row}_{number}", kind) for number in numbers},
        }

    def _said(self, name: str, section: str = "") -> dict[str, Any]:
        is_printed = bool(section) and self.cleaned_data[f"{section}_all"]
        provenance = "printed" if is_printed else self.cleaned_data[f"{name}_from"] or "assumed"
        return {"value": self.cleaned_data[name], "provenance": provenance}

    def put(self, refusal: DomainError) -> int:
        """Write a refusal beside the fields that it is about, the rest above the form; returns the HTTP status."""
        rest = []
        for place, text in refusal.fields.items():
            name = self._field_at(place)
            if name in self.fields:
                self.add_error(name, str(text))
            else:
                rest.append(f"{place}: {text}")
        if rest or not refusal.fields:
            self.add_error(None, " ".join([str(refusal.message), *rest]))
        return refusal.status

    def _field_at(self, place: str) -> str:
        """The field of a dotted place in the edition's data."""
        section, _dot, inner = place.partition(".")
        row = self._names.get((section, inner.partition(".")[0]))
        return f"{row}_{inner.rpartition('.')[2]}" if row else place.replace("rulings.", "ruling_")


def _whole(label: Any, least: int, most: int, *, required: bool = True) -> forms.IntegerField:
    bounds = _("A whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), bounds)
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=required, error_messages=messages)


def _parameters(kind: str, effect: Any) -> Mapping[str, Parameter]:
    """The numbers of an effect; none of what isn't one."""
    found = EFFECTS[kind].get(effect) if isinstance(effect, str) else None
    return found.parameters if found is not None else {}


def row_numbers(prefix: str, names: Iterable[str]) -> list[int]:
    """The rows of mages ("mage") or cards ("card") among the names of fields."""
    found = (_ROW.fullmatch(name) for name in names)
    return sorted({int(match[2]) for match in found if match and match[1] == prefix})[:MOST_ROWS]


def _initial(edition: Mapping[str, Any]) -> Initial:
    """The edition by the names of the fields."""
    initial: Initial = {}
    for level, stated in enumerate(edition["track"]):
        _put(initial, f"track_{level}", stated)
    for kind, prefix in KINDS.items():
        for number, (name, part) in enumerate(edition[kind].items()):
            row = f"{prefix}_{number}"
            initial[f"{row}_name"] = part_in_words(name)
            for value, stated in {**part, **part["values"]}.items():
                if value != "values":
                    _put(initial, f"{row}_{value}", stated)
    for number, stated in edition["rulings"].items():
        _put(initial, f"ruling_{number}", stated)
    return initial


def _put(initial: Initial, name: str, stated: Mapping[str, Any]) -> None:
    initial[name], initial[f"{name}_from"] = stated["value"], stated["provenance"]
