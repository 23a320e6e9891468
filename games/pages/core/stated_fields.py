"""Fields of an edition's form: each value beside where it is from, and what somebody else changed of it meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

SOURCES = [
    ("printed", gettext_lazy("on our box")),
    ("derived", gettext_lazy("follows from the box")),
    ("assumed", gettext_lazy("assumed")),
]


@dataclass(frozen=True)
class StatedField:
    """A value's field beside the one that says where it is from."""

    value: BoundField
    source: BoundField


class StatedForm(forms.Form):
    """A form whose values stand beside where they are from: the field `name` beside `name_from`."""

    def add_stated(self, name: str, field: forms.Field) -> None:
        self.fields[name] = field
        self.add_source(name, str(field.label), required=field.required)

    def add_source(self, name: str, label: str, *, required: bool = True) -> None:
        """The field that says where a value is from."""
        self.fields[f"{name}_from"] = forms.ChoiceField(
            label=_("%(what)s: where from") % {"what": label}, choices=SOURCES, required=required, initial="printed"
        )

    def stated(self, name: str) -> StatedField:
        return StatedField(self[name], self[f"{name}_from"])


def changed_note(number: int) -> str:
    """That somebody else changed so many values of the edition that is on the page."""
    if not number:
        return _("Somebody changed this edition in the meantime. Check it as it is now, then save again.")
    return ngettext(
        "Somebody changed this edition meanwhile: %(number)d value is marked. What you typed is still "
        "here; check it and save again.",
        "Somebody changed this edition meanwhile: %(number)d values are marked. What you typed is still "
        "here; check them and save again.",
        number,
    ) % {"number": number}
