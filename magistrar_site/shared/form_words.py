"""Errors of form fields in the site's own voice: what is wrong with it, and what to do. Django's
fields and validators read their sentences where they are used, so that this one place speaks for every form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core import validators
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

_CHOICE = _("“%(value)s” isn’t one of the choices any more. Choose one of those that are shown.")
FIELDS: Mapping[type[forms.Field], Mapping[str, Any]] = {
    forms.Field: {"required": _("This is still empty. Fill it in.")},
    forms.BooleanField: {"required": _("Tick this to go on.")},
    forms.ChoiceField: {"required": _("Nothing is chosen yet. Choose one."), "invalid_choice": _CHOICE},
    forms.MultipleChoiceField: {"invalid_choice": _CHOICE},
    forms.IntegerField: {"invalid": _("Write a whole number, like 12.")},
    forms.FloatField: {"invalid": _("Write a number, like 1.5.")},
    forms.DecimalField: {"invalid": _("Write a number, like 1.5.")},
    forms.DateField: {"invalid": _("Write a day like 2026-03-06.")},
    forms.TimeField: {"invalid": _("Write a time like 19:30.")},
    forms.DateTimeField: {"invalid": _("Write a day and a time like 2026-03-06 19:30.")},
    forms.FileField: {
        "required": _("No file is chosen yet. Choose one."),
        "invalid": _("No file arrived. Choose it again."),
        "missing": _("No file arrived. Choose it again."),
        "empty": _("There is nothing in this file. Choose another one."),
    },
}
VALIDATORS: Mapping[type[Any], Any] = {
    validators.EmailValidator: _("Write an e-mail address like anna@example.org."),
    validators.URLValidator: _("Write an address like https://example.org."),
    validators.MaxValueValidator: _("At most %(limit_value)s."),
    validators.MinValueValidator: _("At least %(limit_value)s."),
    validators.StepValueValidator: _("Only steps of %(limit_value)s."),
    validators.MaxLengthValidator: ngettext_lazy(
        "At most %(limit_value)d letter; this has %(show_value)d.",
        "At most %(limit_value)d letters; this has %(show_value)d.",
        "limit_value",
    ),
    validators.MinLengthValidator: ngettext_lazy(
        "At least %(limit_value)d letter; this has %(show_value)d.",
        "At least %(limit_value)d letters; this has %(show_value)d.",
        "limit_value",
    ),
    validators.ProhibitNullCharactersValidator: _("There is a sign in this that can’t be written. Type it anew."),
}
DECIMALS: Mapping[str, Any] = {
    "invalid": _("Write a number, like 1.5."),
    "max_digits": ngettext_lazy("At most %(max)s figure.", "At most %(max)s figures.", "max"),
    "max_decimal_places": ngettext_lazy(
        "At most %(max)s figure after the point.", "At most %(max)s figures after the point.", "max"
    ),
    "max_whole_digits": ngettext_lazy(
        "At most %(max)s figure before the point.", "At most %(max)s figures before the point.", "max"
    ),
}


def speak() -> None:
    """Give Django's fields and validators these sentences; before any form is asked."""
    for field, sentences in FIELDS.items():
        field.default_error_messages = {**field.__dict__.get("default_error_messages", {}), **sentences}
    for validator, sentence in VALIDATORS.items():
        validator.message = sentence
    validators.DecimalValidator.messages = {**validators.DecimalValidator.messages, **DECIMALS}
