"""The organiser's page of announcements."""

from __future__ import annotations

from typing import Any

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
from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.selectors.announcements import announcements_of
from tournaments.selectors.mailings import mail_readers, mailings_by_occasion, told_entries
from tournaments.services.announcements.announce import LONGEST, announce, announcement_take_back
from tournaments.services.announcements.mail import sends_mail
from tournaments.web.acts import act_and_event, steps_by_post


class AnnouncementForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("What everybody should know"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Plain text. It appears on the event’s page, on each player’s own page and on the projector."
        ),
    )
    by_mail = forms.BooleanField(label=gettext_lazy("By mail too"), required=False)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """What is announced now, and a form to say more."""
    act, event = act_and_event(request, slug, Action.PAIR)
    form, status = AnnouncementForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                announce(act=act, event=event, **form.cleaned_data)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Announced."))
                return redirect("tournaments:announcements", slug=slug)
    return render(request, "tournaments/announcements.html", _context(event, form), status=status)


def _context(event: Event, form: AnnouncementForm) -> dict[str, Any]:
    told = announcements_of(event)
    mailings = mailings_by_occasion(event, [announcement.key for announcement in told])
    return {
        "section": "mine",
        "event": event,
        "form": form,
        "rows": [(announcement, mailings.get(announcement.key)) for announcement in told],
        "sends_mail": sends_mail(),
        "readers": len(mail_readers(event)) if sends_mail() else 0,
        "entries": told_entries(event),
        "is_draft": event.state == EventState.DRAFT,
    }


@steps_by_post
@login_required
def announcement_end(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take one back."""
    act, event = act_and_event(request, slug, Action.PAIR)
    announcement_take_back(act=act, event=event, key=key)
    messages.success(request, _("Taken back."))
    return redirect("tournaments:announcements", slug=slug)
