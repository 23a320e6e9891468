"""A form of texts that several people may have open at once: each says only what its sender changed."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import Any, cast

from django import forms
from django.http import QueryDict

from magistrar_site.shared.concurrent_edit import BOTH_CHANGED


class TextsForm(forms.Form):
    """A form of texts, each shown as it is now."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True  # what stood on the page: it tells what its sender changed

    def changes(self, now: Mapping[str, str]) -> dict[str, str]:
        """What the sender changed; only of a valid form. Where somebody else changed the same meanwhile, the form has
        errors and nothing is to be written."""
        changes = {}
        for name, typed in self.cleaned_data.copy().items():
            before = self.data.get(self.add_initial_prefix(name), now[name])
            if _same(typed, before) or _same(typed, now[name]):
                continue
            changes[name] = typed
            if not _same(before, now[name]):
                self.add_error(name, BOTH_CHANGED % {"now": shorten(now[name], 200)})
        return changes

    def on_what_is_now(self, now: Mapping[str, str]) -> QueryDict:
        """What was typed, for a page that shows what is now: sent again, it is meant. What was left alone follows."""
        data = cast("QueryDict", self.data).copy()
        for name, value in now.items():
            if _same(data.get(name, ""), data.get(self.add_initial_prefix(name), value)):
                data[name] = value
            data[self.add_initial_prefix(name)] = value
        return data


def _same(one: str, other: str) -> bool:
    return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()
