from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class PasswordForm(forms.Form):
    """Asks for the account's password once more before something that can't be undone."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("The one that you sign in with."),
    )


class PlayerNameForm(forms.Form):
    """What a player is called from now on."""

    name = forms.CharField(label=_("Name"), max_length=100)
