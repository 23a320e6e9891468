"""A reserve goes on in the place of an entry: look for the player, choose, say why."""

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
from tournaments.services.entries.preview import NEW
from tournaments.services.entries.reassign import Whose
from tournaments.services.entries.take_over import entry_take_over
from tournaments.web.acts import act_and_event, entry_in
from tournaments.web.entries.players import LONGEST_REASON
from tournaments.web.entries.reassign import who_is_called

COUNTS, ZERO = "counts", "zero"


class TakeOverForm(forms.Form):
    """`whose`: a player of the name that was looked for, or somebody new."""

    whose = forms.ChoiceField(label=gettext_lazy("Who goes on?"), widget=forms.RadioSelect)
    points = forms.ChoiceField(
        label=gettext_lazy("Points so far"),
        widget=forms.RadioSelect,
        choices=[
            (COUNTS, gettext_lazy("They count: the reserve goes on with them")),
            (ZERO, gettext_lazy("They don’t: the reserve begins at zero")),
        ],
        initial=COUNTS,
    )
    why = forms.CharField(
        label=gettext_lazy("Why"), max_length=LONGEST_REASON, help_text=gettext_lazy("It is kept in the log.")
    )

    def __init__(self, entry: Entry, name: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["whose"]
        field.choices = who_is_called(entry, name)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entry_taken_over(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The name is looked for with `?name=`; without one there is nothing but that field."""
    act, event = act_and_event(request, slug, Action.RULE)
    entry, status = entry_in(event, key), 200
    name = request.GET.get("name", "").strip()[:NAME_LENGTH]
    form = TakeOverForm(entry, name, request.POST or None) if name else None
    if request.method == "POST" and form is not None:
        status = 422
        if form.is_valid():
            said = form.cleaned_data
            whose = Whose(name=name) if said["whose"] == NEW else Whose(said["whose"])
            try:
                found = entry_take_over(
                    act=act.because(said["why"]),
                    entry=entry,
                    whose=whose,
                    counts_former=said["points"] == COUNTS,
                )
                text = _("%(name)s goes on. Print the new personal link, or send it.")
                messages.success(request, text % {"name": isolated(found.player.name)})
                return redirect("tournaments:links", slug=slug)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
    context = {"section": "mine", "event": event, "entry": entry, "name": name, "form": form}
    return render(request, "tournaments/entries/take_over.html", context, status=status)
