"""Two organisers on the settings: the second one keeps what he typed, and is told what the first one changed."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.web.event_settings_form import LocalTimeField, SettingsForm


def form_after_others(sent: SettingsForm, event: Event) -> SettingsForm:
    """The form as it was sent, on the event as it is now. What somebody else changed meanwhile is marked with what it
    is now, and where this sender left it alone it is taken over."""
    fresh = SettingsForm(event=event)
    before, now = sent.shown_before(), fresh.shown()
    data = cast("QueryDict", sent.data).copy()
    notes: dict[str, str] = {}
    for name, value in now.items():
        typed = data.get(name, "")
        if value == before.get(name):
            continue
        if typed == before.get(name):
            data[name] = value
            if not value:
                del data[name]
            notes[name] = _("Changed by somebody else meanwhile, from “%(before)s” to “%(now)s”.")
        elif typed != value:
            notes[name] = _("Somebody else set this to “%(now)s” meanwhile. Yours still stands here.")
    for hidden in ("seen", "before"):
        data[hidden] = fresh[hidden].value()
    form = SettingsForm(data, event=event)
    form.full_clean()
    for name, note in notes.items():
        words = {
            "before": in_words(form.fields[name], before.get(name, "")),
            "now": in_words(form.fields[name], now[name]),
        }
        form.add_error(name, note % words)
    form.add_error(None, _said(len(notes)))
    return form


def _said(number: int) -> str:
    return ngettext(
        "Somebody changed the settings meanwhile: %(number)d of them is marked. What you typed still stands here; look "
        "at it and keep the settings again.",
        "Somebody changed the settings meanwhile: %(number)d of them are marked. What you typed still stands here; "
        "look at them and keep the settings again.",
        number,
    ) % {"number": number}


def in_words(field: forms.Field, value: str) -> str:
    """A field's value as the page shows it."""
    if isinstance(field, forms.BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field, LocalTimeField):
        return value.replace("T", " ") or _("nothing")
    choices: Any = getattr(field, "choices", ())
    named = {str(key): str(label) for key, label in choices}
    return named.get(value, value) or _("nothing")
