from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from moderation.enums import Reason
from moderation.services.reports import TEXT_LENGTH
from moderation.services.steps import WHY_LENGTH


class ReportForm(forms.Form):
    """What is wrong with a page."""

    page = forms.CharField(max_length=300, widget=forms.HiddenInput)
    reason = forms.ChoiceField(label=_("What is wrong?"), choices=Reason, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("In your own words"),
        required=False,
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Only the staff of this service reads it. Add how to reach you if you want an answer."),
    )


class WhyForm(forms.Form):
    """The reason of a step."""

    why = forms.CharField(
        label=_("Reason"),
        max_length=WHY_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The owners read it."),
    )
