"""What an event says of itself, for those who set it up."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.text_forms import TextsForm
from tournaments.models.abouts import ABOUT_TEXTS
from tournaments.selectors.abouts import about_of
from tournaments.services.events.about import LONGEST, event_about_change
from tournaments.web.acts import act_and_event


class EventAboutForm(TextsForm):
    """The texts, in the order in which visitors ask."""

    description = forms.CharField(
        label=gettext_lazy("What it is"),
        required=False,
        max_length=LONGEST["description"],
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy(
            "An empty line begins a paragraph, - a list, # a heading; *emphasis*, [a link](https://example.org)."
        ),
    )
    place = forms.CharField(
        label=gettext_lazy("Place"),
        required=False,
        max_length=LONGEST["place"],
        help_text=gettext_lazy("Name and address, as a map finds it. Empty: the club’s place."),
    )
    schedule = forms.CharField(
        label=gettext_lazy("Times"),
        required=False,
        max_length=LONGEST["schedule"],
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One line each, like “Round 1: 19:00”."),
    )
    fee = forms.CharField(label=gettext_lazy("Fee"), required=False, max_length=LONGEST["fee"])
    entering = forms.CharField(
        label=gettext_lazy("How to take part"),
        required=False,
        max_length=LONGEST["entering"],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Empty: whether players sign up here or are entered by the organiser."),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        required=False,
        max_length=LONGEST["contact"],
        help_text=gettext_lazy("A mail address, a phone number or a web address. Everybody can read it."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_about(request: HttpRequest, slug: str) -> HttpResponse:
    """The texts. Sent, those that differ are changed."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    about = about_of(event)
    kept = {name: str(getattr(about, name)) for name in ABOUT_TEXTS}
    form = EventAboutForm(request.POST or None, initial=kept)
    status = 200
    if request.method == "POST":
        status = 422
        changes = form.changes(kept) if form.is_valid() else {}
        if changes and not form.is_valid():
            form.data, status = form.on_what_is_now(kept), 409
        if form.is_valid():
            try:
                event_about_change(act=act, event=event, texts=changes)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("tournaments:event_settings", slug=event.slug)
    context = {"section": "mine", "event": event, "form": form}
    return render(request, "tournaments/event_about.html", context, status=status)
