"""What a club says of itself: its settings, and the imprint and privacy texts that it fills in."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.services.clubs import club_change
from games.services.permissions import require_club
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.concurrent_edit import BOTH_CHANGED
from magistrar_site.shared.errors import DomainError

PARAGRAPHS = gettext_lazy("Plain text. An empty line begins a new paragraph.")


class ClubSettingsForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=100)
    place = forms.CharField(label=gettext_lazy("Place"), max_length=100, required=False)
    imprint = forms.CharField(
        label=gettext_lazy("Imprint: who answers for this club’s pages"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=PARAGRAPHS,
    )
    privacy = forms.CharField(
        label=gettext_lazy("Privacy: what the club does with people’s data"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=PARAGRAPHS,
    )

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


def _on_what_is_now(form: ClubSettingsForm, now: Mapping[str, str]) -> QueryDict:
    """What was typed, for a page that shows what is now: sent again, it is meant. What was left alone follows."""
    data = cast("QueryDict", form.data).copy()
    for name, value in now.items():
        if _same(data.get(name, ""), data.get(form.add_initial_prefix(name), value)):
            data[name] = value
        data[form.add_initial_prefix(name)] = value
    return data


def _same(one: str, other: str) -> bool:
    return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, place, imprint and privacy of a club, for its owners."""
    club, act = club_by_slug(slug), act_of(request)
    require_club(act, club, Action.MANAGE_CLUB)
    kept = {"name": club.name, "place": club.place, "imprint": club.imprint, "privacy": club.privacy}
    form = ClubSettingsForm(request.POST or None, initial=kept)
    status = 200
    if request.method == "POST":
        status = 422
        changes = form.changes(kept) if form.is_valid() else {}
        if changes and not form.is_valid():
            form.data, status = _on_what_is_now(form, kept), 409
        if form.is_valid():
            try:
                club_change(act=act, club=club, **(kept | changes))
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("tournaments:club", slug=club.slug)
    context = {"section": "clubs", "club": club, "form": form}
    return render(request, "site/club_settings.html", context, status=status)


@require_safe
def club_imprint(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's imprint and what it says about privacy."""
    return render(request, "site/club_imprint.html", {"section": "clubs", "club": club_by_slug(slug)})
