"""The form of an edition of the rules as JSON."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.selectors.editions import TITLE_LENGTH
from magistrar_site.shared.errors import DomainError


class EditionForm(forms.Form):
    """An edition as JSON."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH)
    content = forms.JSONField(label=gettext_lazy("The edition as JSON"))
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)

    @property
    def edition_data(self) -> dict[str, Any]:
        """The edition as the engine's files have it; only of a valid form."""
        said = self.cleaned_data["content"]
        return said if isinstance(said, dict) else {}

    def put(self, refusal: DomainError) -> int:
        """Write a refusal beside the field that it is about; returns the HTTP status."""
        rest = " ".join(f"{place}: {text}" for place, text in refusal.fields.items() if place != "title")
        self.add_error("title" if "title" in refusal.fields else "content", f"{refusal.message} {rest}".strip())
        return refusal.status

    def after_others(self, seen: str) -> EditionForm:
        """The same form, on what somebody else made of the edition meanwhile."""
        data = cast("QueryDict", self.data).copy()
        data["seen"] = seen
        form = EditionForm(data)
        form.add_error(
            None, _("Somebody changed this edition in the meantime. Check it as it is now, then save again.")
        )
        return form
