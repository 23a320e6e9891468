"""Planning more or fewer rounds of a running Swiss event."""

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
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from tournaments.selectors.events import event_by_slug, rounds_of, stage_of
from tournaments.services.permissions import require_event
from tournaments.services.rounds.plan import rounds_plan


class PlannedRoundsForm(forms.Form):
    rounds = forms.IntegerField(label=gettext_lazy("Rounds in all"), min_value=1, max_value=999)
    why = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("The players counted on the planned rounds. The reason is kept in the log."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def planned_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The number of rounds, with the reason for another one."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.MANAGE_EVENT)
    stage = stage_of(event)
    form = PlannedRoundsForm(request.POST or None, initial={"rounds": stage.planned_rounds})
    status = 200 if request.method != "POST" else 422
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            planned = rounds_plan(act=act.because(data["why"]), stage=stage, rounds=data["rounds"])
        except DomainError as refusal:
            status = put_on_form(form, refusal)
        else:
            messages.success(request, _("%(count)d rounds are planned.") % {"count": planned.planned_rounds})
            return redirect("tournaments:manage", slug=slug)
    paired = rounds_of(stage, with_drafts=True).count()
    context = {"section": "mine", "event": event, "stage": stage, "form": form, "paired": paired}
    return render(request, "tournaments/planned_rounds.html", context, status=status)
