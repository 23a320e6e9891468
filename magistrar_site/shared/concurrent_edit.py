"""Two people on one form: the second keeps what was typed, and sees beside it what the first one changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LOCAL = "%Y-%m-%dT%H:%M"  # what a browser sends of a date with a time
SUMMARY = "summary"  # the code of an error that only says what the fields' own errors say one by one
TAKEN_OVER = gettext_lazy("In the meantime somebody else changed this from “%(before)s” to “%(now)s”.")
BOTH_CHANGED = gettext_lazy("Somebody else set this to “%(now)s” in the meantime. What you entered is still here.")


def as_sent(value: Any) -> str:
    """A field's value as a browser sends it back."""
    if hasattr(value, "strftime"):
        return str(value.strftime(LOCAL))
    return "on" if value is True else "" if value is None or value is False else str(value)


def shown_before(text: str) -> dict[str, str]:
    """The fields of the page that was sent, by name, from the JSON in its hidden field; empty where it has none."""
    try:
        before = json.loads(text)
    except ValueError:
        return {}
    return {str(name): str(value) for name, value in before.items()} if isinstance(before, dict) else {}


def changed_meanwhile(
    names: Iterable[str], *, typed: Mapping[str, str], before: Mapping[str, str], now: Mapping[str, str]
) -> Iterator[tuple[str, str | Promise]]:
    """The fields that somebody else changed, with a note each: taken over (`TAKEN_OVER`) where this sender left it
    alone."""
    for name in names:
        was, is_now, mine = before.get(name, ""), now.get(name, ""), typed.get(name, "")
        if is_now == was or mine == is_now:
            continue
        yield name, TAKEN_OVER if mine == was else BOTH_CHANGED


def put_notes(
    form: forms.Form,
    notes: Mapping[str, str | Promise],
    *,
    before: Mapping[str, str],
    now: Mapping[str, str],
    summary: str,
) -> None:
    """Write the notes beside their fields, and their sum above the form."""
    for name, note in notes.items():
        field = form.fields[name]
        words = {"before": in_words(field, before.get(name, "")), "now": in_words(field, now.get(name, ""))}
        form.add_error(name, note % words)
    form.add_error(None, ValidationError(summary, code=SUMMARY))


def in_words(field: forms.Field, value: str) -> str:
    """A field's value as the page shows it."""
    if isinstance(field, forms.BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field.widget, forms.DateTimeInput):
        return value.replace("T", " ") or _("nothing")
    choices: Any = getattr(field, "choices", ())
    named = {str(key): str(label) for key, label in choices}
    return named.get(value, value) or _("nothing")
