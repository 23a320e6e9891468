"""Errors of form fields in the site's own voice: what is wrong with it, and what to do. Django's
fields and validators read their sentences where they are used, so that this one place speaks for every form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core import validators
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

_CHOICE = _("“%(value)s” can’t be chosen any more. Choose one of those shown.")
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
        "empty": _("This file is empty. Choose another one."),
    },
}
VALIDATORS: Mapping[type[Any], Any] = {
    validators.EmailValidator: _("Write an e-mail address like anna@example.org."),
    validators.URLValidator: _("Write an address like https://example.org."),
    validators.MaxValueValidator: _("At most %(limit_value)s."),
    validators.MinValueValidator: _("At least %(limit_value)s."),
    validators.StepValueValidator: _("Only steps of %(limit_value)s."),
    validators.MaxLengthValidator: ngettext_lazy(
        "At most %(limit_value)d character; this has %(show_value)d.",
        "At most %(limit_value)d characters; this has %(show_value)d.",
        "limit_value",
    ),
    validators.MinLengthValidator: ngettext_lazy(
        "At least %(limit_value)d character; this has %(show_value)d.",
        "At least %(limit_value)d characters; this has %(show_value)d.",
        "limit_value",
    ),
    validators.ProhibitNullCharactersValidator: _("This contains a character that can’t be used. Type it again."),
}
DECIMALS: Mapping[str, Any] = {
    "invalid": _("Write a number, like 1.5."),
    "max_digits": ngettext_lazy("At most %(max)s digit.", "At most %(max)s digits.", "max"),
    "max_decimal_places": ngettext_lazy(
        "At most %(max)s digit after the point.", "At most %(max)s digits after the point.", "max"
    ),
    "max_whole_digits": ngettext_lazy(
        "At most %(max)s digit before the point.", "At most %(max)s digits before the point.", "max"
    ),
}


def speak() -> None:
    """Give Django's fields and validators these sentences; before any form is asked."""
    for field, sentences in FIELDS.items():
        field.default_error_messages = {**field.__dict__.get("default_error_messages", {}), **sentences}
    for validator, sentence in VALIDATORS.items():
        validator.message = sentence
    validators.DecimalValidator.messages = {**validators.DecimalValidator.messages, **DECIMALS}
