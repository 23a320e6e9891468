"""An entry that is somebody else, in two steps: choose and say why, look at what changes, confirm."""

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
from games.services.players import NAME_LENGTH
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from tournaments.models import Entry
from tournaments.selectors.entries import regulars_called
from tournaments.services.entries.preview import NEW
from tournaments.services.entries.reassign import Whose, entry_reassign, reassign_preview
from tournaments.web.acts import act_and_event, entry_in
from tournaments.web.entries.players import LONGEST_REASON

CONFIRM, CHANGE = "confirm", "change"


class ReassignForm(forms.Form):
    """`whose`: a player of the name that was looked for, or somebody new."""

    whose = forms.ChoiceField(label=gettext_lazy("Who really plays here?"), widget=forms.RadioSelect)
    why = forms.CharField(
        label=gettext_lazy("Why"), max_length=LONGEST_REASON, help_text=gettext_lazy("It is kept in the log.")
    )
    renew_link = forms.BooleanField(
        label=gettext_lazy("Renew the personal link"),
        required=False,
        help_text=gettext_lazy("If somebody else has it: theirs opens nothing any more. Print the new one."),
    )

    def __init__(self, entry: Entry, name: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["whose"]
        field.choices = who_is_called(entry, name)


def who_is_called(entry: Entry, name: str) -> list[tuple[str, str]]:
    """The choices for the players of a name but the entry's own, and for somebody new of it."""
    known = [player for player in regulars_called(entry.event.club, name) if player.pk != entry.player.pk]
    return [
        *((player.key, _who_is(player)) for player in known),
        (NEW, _("somebody new: %(name)s") % {"name": isolated(name)}),
    ]


def _who_is(player: Any) -> str:
    club = f", {isolated(player.shown_club.name)}" if player.shown_club else ""
    return f"{isolated(player.name)}{club} #{player.key[:4]}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entry_reassigned(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The form; sent, it shows what would change; confirmed, the entry is the other player's. `?name=` looks for
    players of another name."""
    act, event = act_and_event(request, slug, Action.RULE)
    entry = entry_in(event, key)
    name = (request.GET.get("name") or entry.player.name).strip()[:NAME_LENGTH]
    form, status, preview = ReassignForm(entry, name, request.POST or None), 200, None
    if request.method == "POST" and CHANGE in request.POST:
        form = ReassignForm(entry, name, initial=request.POST.dict())
    elif request.method == "POST":
        status = 422
        if form.is_valid():
            chosen, act = form.cleaned_data["whose"], act.because(form.cleaned_data["why"])
            renews = form.cleaned_data["renew_link"]
            whose = Whose(name=name, renews_link=renews) if chosen == NEW else Whose(chosen, renews_link=renews)
            try:
                if CONFIRM in request.POST:
                    found = entry_reassign(act=act, entry=entry, whose=whose, seen=request.POST.get("seen", ""))
                    text = _("The entry is %(name)s now. Tables and ratings follow.")
                    messages.success(request, text % {"name": isolated(found.player.name)})
                    return redirect("tournaments:penalties", slug=slug)
                preview, status = reassign_preview(act=act, entry=entry, whose=whose), 200
            except DomainError as refusal:
                status = put_on_form(form, refusal)
    context = {"section": "mine", "event": event, "entry": entry, "name": name, "form": form, "preview": preview}
    return render(request, "tournaments/entries/reassign.html", context, status=status)
