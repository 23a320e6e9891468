"""What a club says of itself: its settings, and the imprint and privacy texts that it fills in."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.selectors.pictures import logo_of
from games.services.clubs import CLUB_TEXTS, club_change
from games.services.permissions import require_club, shown_club
from games.web.pictures import PictureForm
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.text_forms import TextsForm

PARAGRAPHS = gettext_lazy("Plain text. An empty line begins a new paragraph.")


class ClubSettingsForm(TextsForm):
    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=100)
    place = forms.CharField(label=gettext_lazy("Place"), max_length=100, required=False)
    description = forms.CharField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy(
            "An empty line begins a paragraph, - a list, # a heading; *emphasis*, [a link](https://example.org)."
        ),
    )
    meets = forms.CharField(
        label=gettext_lazy("When and where the club meets"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Like “Fridays at 19:00, Café Libresso”."),
    )
    website = forms.URLField(label=gettext_lazy("Website"), max_length=200, required=False, assume_scheme="https")
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("A mail address, a phone number or a web address. Everybody can read it."),
    )
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


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, place, imprint and privacy of a club, for its owners."""
    club, act = club_by_slug(slug), act_of(request)
    require_club(act, club, Action.MANAGE_CLUB)
    kept = {name: str(getattr(club, name)) for name in CLUB_TEXTS}
    form = ClubSettingsForm(request.POST or None, initial=kept)
    status = 200
    if request.method == "POST":
        status = 422
        changes = form.changes(kept) if form.is_valid() else {}
        if changes and not form.is_valid():
            form.data, status = form.on_what_is_now(kept), 409
        if form.is_valid():
            try:
                club_change(act=act, club=club, **(kept | changes))
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("tournaments:club", slug=club.slug)
    context = {"section": "clubs", "club": club, "form": form, "logo": logo_of(club), "logo_form": PictureForm()}
    return render(request, "site/club_settings.html", context, status=status)


@require_safe
def club_imprint(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's imprint and what it says about privacy."""
    return render(
        request, "site/club_imprint.html", {"section": "clubs", "club": shown_club(act_of(request).actor, slug)}
    )
