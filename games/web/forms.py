from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class StyleForm(forms.Form):
    """One field of each kind, for the style page."""

    name = forms.CharField(label=_("Name"), help_text=_("As it should appear in the standings."))
    side = forms.ChoiceField(label=_("Side"), choices=[("white", _("White")), ("black", _("Black"))])
    grade = forms.ChoiceField(
        label=_("Evidence"), choices=[("sheet", _("sheet")), ("record", _("record"))], widget=forms.RadioSelect
    )
    count = forms.IntegerField(label=_("Points"), min_value=0, max_value=6)
    notes = forms.CharField(label=_("Notes"), widget=forms.Textarea(attrs={"rows": 3}), required=False)
    agree = forms.BooleanField(label=_("I may enter these names"))
