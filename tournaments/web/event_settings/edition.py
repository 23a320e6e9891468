"""Which edition of the rules an event is played with."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.enums import Action
from games.selectors.editions import edition_titles
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from tournaments.selectors.events import event_by_slug
from tournaments.services.events.edition import event_edition_set, has_games
from tournaments.services.permissions import require_event


class EditionForm(forms.Form):
    """`choices`: titles by key."""

    edition = forms.ChoiceField(label=gettext_lazy("Edition of the rules"), widget=forms.RadioSelect)

    def __init__(self, *args: object, choices: dict[str, str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type] # passed on
        field = self.fields["edition"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices.items())


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_edition(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the edition, until the first games are arranged."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.MANAGE_EVENT)
    now = event.settings.edition
    choices = edition_titles(event.club, event.system)
    form = EditionForm(request.POST if request.method == "POST" else None, choices=choices, initial={"edition": now})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                event_edition_set(act=act, event=event, edition=form.cleaned_data["edition"])
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The event is played with this edition."))
                return redirect("tournaments:event_settings", slug=event.slug)
    context = {
        "section": "mine",
        "event": event,
        "form": form,
        "now": now,
        "is_known": now in choices,
        "is_fixed": has_games(event),
    }
    return render(request, "tournaments/event_edition.html", context, status=status)
