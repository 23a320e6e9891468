"""The arbiter's page of warnings, time penalties and point deductions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.plain_numbers import plain_number
from tournaments.enums import EventState, PenaltyKind
from tournaments.models import Event, Stage
from tournaments.selectors.events import entries_of, rounds_of, stage_of
from tournaments.selectors.penalties import penalties_of
from tournaments.selectors.stages import is_final, scale_of, stages_of
from tournaments.services.entries.penalties import Given, penalty_give, penalty_take_back
from tournaments.web.acts import act_and_event, entry_in, steps_by_post
from tournaments.web.entries.players import LONGEST_REASON


class PenaltyForm(forms.Form):
    entry = forms.ChoiceField(label=gettext_lazy("Player"))
    kind = forms.ChoiceField(label=gettext_lazy("What"), widget=forms.RadioSelect)
    points = forms.CharField(
        label=gettext_lazy("Points to deduct"),
        required=False,
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=gettext_lazy("For a point deduction: 1, ½ or 0.5."),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), required=False, min_value=1, help_text=gettext_lazy("For a time penalty.")
    )
    round = forms.TypedChoiceField(label=gettext_lazy("In round"), coerce=int, empty_value=None)
    why = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("The player reads it, and it is kept in the log. The public doesn’t see it."),
    )

    def __init__(self, stage: Stage, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = sorted(rounds_of(stage).values_list("number", flat=True), reverse=True)
        named: Any = self.fields["entry"]
        named.choices = [
            ("", _("Choose a player")),
            *(
                (entry.key, f"{entry.number}. {isolated(entry.player.name)}")
                for entry in entries_of(stage.event)
                if entry.number is not None
            ),
        ]
        rounds: Any = self.fields["round"]
        rounds.choices = [(number, str(number)) for number in numbers]
        rounds.required = bool(numbers)
        kinds: Any = self.fields["kind"]
        kinds.choices = [(kind, capfirst(str(kind.label))) for kind in PenaltyKind]
        if is_final(stage):
            kinds.choices = [choice for choice in kinds.choices if choice[0] != PenaltyKind.POINTS]
            del self.fields["points"]

    def given(self, scale: int) -> Given:
        """Invalid `no_such_amount` for points that the stage doesn't count in."""
        data = self.cleaned_data
        kind = PenaltyKind(data["kind"])
        points = _units(data.get("points", ""), scale) if kind == PenaltyKind.POINTS else 0
        return Given(kind, points, data["minutes"] or 0, data["round"])


def _units(text: str, scale: int) -> int:
    """Points as people write them, in units of the stage's points."""
    points = plain_number(text.replace("½", ".5"))
    units = (points or 0) * scale
    if units < 1 or units.denominator != 1:
        message = _("Type a number of points, such as 1 or ½.")
        raise Invalid("no_such_amount", message, fields={"points": message})
    return int(units)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """What was given so far, and a form to give more; `?entry=` chooses the player."""
    act, event = act_and_event(request, slug, Action.RULE)
    stage = stage_of(event)
    form, status = PenaltyForm(stage, request.POST or None, initial={"entry": request.GET.get("entry", "")}), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            data = form.cleaned_data
            entry = entry_in(event, data["entry"])
            try:
                given = form.given(scale_of(stage))
                penalty_give(act=act.because(data["why"]), entry=entry, given=given)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                text = _("%(name)s: %(what)s is on record.")
                messages.success(request, text % {"name": isolated(entry.player.name), "what": given.kind.label})
                return redirect("tournaments:penalties", slug=slug)
    return render(request, "tournaments/penalties.html", _context(event, form), status=status)


def _context(event: Event, form: PenaltyForm) -> dict[str, Any]:
    scales = {stage.pk: scale_of(stage) for stage in stages_of(event)}
    return {
        "section": "mine",
        "event": event,
        "form": form,
        "rows": [(given, scales[given.penalty.stage_id]) for given in penalties_of(event)],
        "started": [entry for entry in entries_of(event) if entry.number is not None],
        "is_running": event.state == EventState.RUNNING,
    }


@steps_by_post
@login_required
def penalty_end(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take one back."""
    act, event = act_and_event(request, slug, Action.RULE)
    penalty = penalty_take_back(act=act, event=event, key=key)
    messages.success(request, _("Taken back: %(name)s.") % {"name": isolated(penalty.entry.player.name)})
    return redirect("tournaments:penalties", slug=slug)
