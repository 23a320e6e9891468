"""The groups of an event for everybody, and for the organiser the stages in order: plan, look who goes on, close."""

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
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.whole_pages import public_page
from tournaments.enums import OVER, EventState
from tournaments.formats.registry import format_for
from tournaments.models import Stage
from tournaments.selectors.events import event_by_slug, stage_of
from tournaments.selectors.stages import groups_of_stage, is_final
from tournaments.selectors.standings.groups import group_name
from tournaments.services.permissions import require_event
from tournaments.services.stages.advance import advancing
from tournaments.services.stages.close import stage_close, stage_reopen
from tournaments.services.stages.plan import later_formats, stage_after, stage_drop, stage_plan, usual_options
from tournaments.web.event_settings.form import CHOICES
from tournaments.web.public import event_context, tab_context, visible
from tournaments.web.versions import event_page_version, event_version


@public_page("stage", version=event_page_version)
@require_safe
def event_groups(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of all groups, one under the other."""
    versioned = event_version(request, slug)
    context = event_context(request, visible(request, versioned.event), "groups")
    return render(request, "tournaments/groups.html", context | tab_context(request, versioned, "groups"))


@public_page("stage", version=event_page_version)
@require_safe
def event_group(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One group: its table, and everybody against everybody."""
    versioned = event_version(request, slug)
    context = event_context(request, visible(request, versioned.event), "groups")
    context |= {"name": group_name(number)} | tab_context(request, versioned, "groups", number)
    return render(request, "tournaments/group.html", context)


def _option_keys(key: str) -> list[str]:
    return [option.key for option in format_for(key).options]


class StageForm(forms.Form):
    """The stage after the one that runs."""

    format = forms.ChoiceField(label=gettext_lazy("What comes next"))
    takes = forms.IntegerField(
        label=gettext_lazy("How many advance"),
        min_value=1,
        max_value=256,
        initial=2,
        help_text=gettext_lazy("Of each group; of a stage without groups, of the whole table."),
    )
    option_best_of_rounds = forms.CharField(
        label=gettext_lazy("Games of the last rounds"),
        max_length=60,
        required=False,
        help_text=gettext_lazy(
            "The final last: 1,3,5 plays the final as best of five and the semi-finals as best of three."
        ),
    )
    option_third_place = forms.BooleanField(label=gettext_lazy("With a match for third place"), required=False)
    option_size = forms.IntegerField(
        label=gettext_lazy("Players at a final table"), min_value=2, max_value=6, initial=4, required=False
    )
    option_least = forms.IntegerField(
        label=gettext_lazy("Players at the smallest table"), min_value=2, max_value=6, initial=2, required=False
    )
    option_onward = forms.IntegerField(
        label=gettext_lazy("How many of each table go on"),
        min_value=1,
        max_value=5,
        initial=1,
        required=False,
        help_text=gettext_lazy("Until one table is left: its places are the final ranking."),
    )
    option_chosen = forms.ChoiceField(
        label=gettext_lazy("Who plays in the final"),
        choices=[("best", CHOICES["best"]), ("winners", CHOICES["winners"])],
        required=False,
    )
    option_ties = forms.ChoiceField(
        label=gettext_lazy("Ties on who goes on"),
        choices=[("game", CHOICES["game"]), ("lots", CHOICES["lots"])],
        required=False,
    )

    def __init__(self, data: Any = None, *, stage: Stage, planned: Stage | None) -> None:
        self.offered = offered = later_formats(stage)
        usual = {name: value for key in offered for name, value in usual_options(stage, key).items()}
        initial = {f"option_{name}": value for name, value in usual.items()}
        if planned:
            said = {f"option_{name}": value for name, value in planned.options.items()}
            initial |= {"takes": planned.takes, "format": planned.format, **said}
        super().__init__(data, initial=initial)
        self.fields["format"].choices = [(key, _(format_for(key).name)) for key in offered]  # type: ignore[attr-defined] # it is a ChoiceField
        known = {name for key in offered for name in _option_keys(key)}
        for name in [name for name in self.fields if name.startswith("option_")]:
            if name.removeprefix("option_") not in known:
                del self.fields[name]
        if "option_size" in self.fields and not planned:
            self.initial["takes"] = usual["size"]

    def options(self) -> dict[str, Any]:
        """Those that the chosen format has."""
        known = _option_keys(self.cleaned_data["format"])
        said = {name: self.cleaned_data.get(f"option_{name}") for name in known}
        return {name: value for name, value in said.items() if value is not None}

    def option_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of the formats' options, in order, by the names of those that have them; without names where only
        one format is offered."""
        groups: dict[str, list[forms.BoundField]] = {}
        for name in (name for name in self.fields if name.startswith("option_")):
            formats = [key for key in self.offered if name.removeprefix("option_") in _option_keys(key)]
            title = ", ".join(_(format_for(key).name) for key in formats) if len(self.offered) > 1 else ""
            groups.setdefault(title, []).append(self[name])
        return list(groups.items())


def _plan(act: Act, stage: Stage, form: StageForm) -> str:
    data = form.cleaned_data
    stage_plan(act=act, stage=stage, format=data["format"], qualifiers=data["takes"], options=form.options())
    return _("The next stage is planned.")


def _drop(act: Act, stage: Stage) -> str:
    stage_drop(act=act, stage=stage)
    return _("No stage comes after this one.")


def _close(act: Act, stage: Stage) -> str:
    stage_close(act=act, stage=stage)
    return _("The stage is closed, and the next one has started. Pair its first round.")


def _reopen(act: Act, stage: Stage) -> str:
    stage_reopen(act=act, stage=stage)
    return _("The previous stage is running again.")


STEPS = {"drop": _drop, "close": _close, "reopen": _reopen}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages in order, who would go on now, and the steps from one to the next."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.MANAGE_EVENT)
    act, stage = act.because(request.POST.get("why", "")[:300]), stage_of(event)
    step = STEPS.get(request.POST.get("step", ""))
    plans = request.method == "POST" and step is None
    form = StageForm(request.POST if plans else None, stage=stage, planned=stage_after(stage))
    if request.method != "POST":
        return _page(request, stage, form)
    if step is None and not form.is_valid():
        return _page(request, stage, form, status=422)
    try:
        messages.success(request, _plan(act, stage, form) if step is None else step(act, stage))
    except DomainError as refusal:
        if step is None:
            return _page(request, stage, form, status=put_on_form(form, refusal))
        return _page(request, stage, form, status=refusal.status, refusal=refusal.message)
    return redirect("tournaments:event_stages", slug=slug)


def _page(
    request: HttpRequest, stage: Stage, form: StageForm, *, status: int = 200, refusal: Any = None
) -> HttpResponse:
    event, after = stage.event, stage_after(stage)
    runs = event.state == EventState.RUNNING and bool(stage.planned_rounds)
    context = {
        "section": "mine",
        "event": event,
        "stages": list(event.stages.order_by("number")),
        "stage": stage,
        "after": after,
        "form": form,
        "refusal": refusal,
        "going": advancing(stage, after) if runs and after is not None else None,
        "groups": groups_of_stage(stage),
        "may_plan": event.state not in OVER and not is_final(stage),
        "may_reopen": runs and stage.number > 1,
    }
    return render(request, "tournaments/stages.html", context, status=status)
