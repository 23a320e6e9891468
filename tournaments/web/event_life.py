"""Steps in the life of an event: publish, copy, change the format, finish, reopen, cancel, delete. Each that can't be
taken back lightly is a page that says what will happen, and asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed
from magistrar_site.shared.isolates import isolated
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.events.change_format import event_format_change, may_change_format
from tournaments.services.events.copy import MOST_COPIES, event_copy
from tournaments.services.events.finish import event_finish, finish_preview
from tournaments.services.events.life import (
    event_cancel,
    event_cancellation_take_back,
    event_delete,
    event_publish,
    event_reopen,
)
from tournaments.services.events.presets import presets_of, takes_rounds
from tournaments.services.rounds.plan import rounds_option
from tournaments.services.zone_times import instant_of
from tournaments.web.acts import act_and_event, steps_by_post
from tournaments.web.forms import rounds_field

WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Step:
    """A step with a page of its own. `explained` says what will happen; `asks_why`: it needs a reason. `leads_to` is a
    page of the event, empty for the account's own page where the event is gone."""

    title: str | Promise
    explained: str | Promise
    button: str | Promise
    done: str | Promise
    act: Callable[..., Any]
    asks_why: bool = False
    is_danger: bool = False
    leads_to: str = "manage"


STEPS: Mapping[str, Step] = {
    "cancel": Step(
        title=gettext_lazy("Cancel the event"),
        explained=gettext_lazy(
            "The event’s page, its calendar entry and all lists will say that it is cancelled, with your reason. "
            "Players who agreed to mails are told at once. You can take it back."
        ),
        button=gettext_lazy("Cancel the event"),
        done=gettext_lazy("The event is cancelled."),
        act=event_cancel,
        asks_why=True,
        is_danger=True,
    ),
    "restore": Step(
        title=gettext_lazy("Take the cancellation back"),
        explained=gettext_lazy(
            "The event goes on as it was before. Players who were told of the cancellation are told of this too."
        ),
        button=gettext_lazy("It takes place after all"),
        done=gettext_lazy("The event takes place after all."),
        act=event_cancellation_take_back,
    ),
    "reopen": Step(
        title=gettext_lazy("Reopen the event"),
        explained=gettext_lazy(
            "Results can be corrected again and rounds added. The final ranking and prizes no longer hold until you "
            "finish the event once more; titles follow. The reason is kept in the log."
        ),
        button=gettext_lazy("Reopen the event"),
        done=gettext_lazy("The event runs again. Finish it once more when it is right."),
        act=event_reopen,
        asks_why=True,
    ),
    "delete": Step(
        title=gettext_lazy("Delete the event"),
        explained=gettext_lazy(
            "Event, entries and links are deleted for good. This is possible as long as no round was published."
        ),
        button=gettext_lazy("Delete the event"),
        done=gettext_lazy("The event is deleted."),
        act=event_delete,
        is_danger=True,
        leads_to="",
    ),
}


class WhyForm(forms.Form):
    why = forms.CharField(label=gettext_lazy("Why"), max_length=300)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def life_step(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """A page that says what a step will do; sent, it does it."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    chosen, status, refusal = STEPS[step], 200, ""
    form = WhyForm(request.POST or None) if chosen.asks_why else None
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            chosen.act(act=act.because(form.cleaned_data["why"]) if form is not None else act, event=event)
        except NotAllowed:
            raise
        except DomainError as error:
            status, refusal = error.status, str(error.message)
        else:
            messages.success(request, str(chosen.done))
            if not chosen.leads_to:
                return redirect("tournaments:my_clubs")
            return redirect(f"tournaments:{chosen.leads_to}", slug=slug)
    elif request.method == "POST":
        status = 422
    context = {"section": "mine", "event": event, "step": chosen, "form": form, "refusal": refusal}
    return render(request, "tournaments/life/step.html", context, status=status)


@steps_by_post
@login_required
def publish_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody sees the event from now on."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    event_publish(act=act, event=event)
    messages.success(request, _("The event is published: everyone can see it now."))
    return redirect("tournaments:manage", slug=slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """What finishing would fix: the final ranking and the prizes; sent, it is fixed."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    if request.method == "POST":
        return _finished(request, act.because(request.POST.get("why", "")[:300]), event)
    return _finish_page(request, act, event)


def _finished(request: HttpRequest, act: Act, event: Event) -> HttpResponse:
    try:
        event_finish(act=act, event=event)
    except NotAllowed:
        raise
    except DomainError as refusal:
        return _finish_page(request, act, event, refusal=refusal)
    messages.success(request, _("The event is finished; its final standings are fixed."))
    return redirect("tournaments:manage", slug=event.slug)


def _finish_page(request: HttpRequest, act: Act, event: Event, *, refusal: DomainError | None = None) -> HttpResponse:
    preview = finish_preview(act=act, event=event)
    hindered = preview.refusal if not preview.may_finish_early else None
    context = {
        "section": "mine",
        "event": event,
        "preview": preview,
        "refusal": refusal.message if refusal else "",  # of what was asked; the page alone refuses nothing
        "hindered": "" if refusal or hindered is None else hindered.message,
        "may_finish": hindered is None,
    }
    return render(request, "tournaments/life/finish.html", context, status=refusal.status if refusal else 200)


class CopyForm(forms.Form):
    """When the copy begins; everything else is as it was."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    date = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    time = forms.TimeField(label=gettext_lazy("Start"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    times = forms.IntegerField(
        label=gettext_lazy("How many, one a week"),
        min_value=1,
        max_value=MOST_COPIES,
        initial=1,
        help_text=gettext_lazy("1 is this one day. 10 makes ten events on the same weekday."),
    )
    with_players = forms.BooleanField(label=gettext_lazy("Enter the same players"), required=False)
    publish = forms.BooleanField(
        label=gettext_lazy("Publish at once"),
        required=False,
        help_text=gettext_lazy("Otherwise only you and your helpers see it until you publish it."),
    )


def next_day(event: Event, today: date) -> date:
    """The same weekday as the event's, a week later or the next one from today on."""
    day = event.starts_at.astimezone(ZoneInfo(event.time_zone)).date() + WEEK
    while day < today:
        day += WEEK
    return day


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Set another event up like this one, or one for each of the coming weeks."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    zone = ZoneInfo(event.time_zone)
    initial = {
        "name": event.name,
        "date": next_day(event, act.at.astimezone(zone).date()),
        "time": event.starts_at.astimezone(zone).strftime("%H:%M"),
        "publish": True,
    }
    form, status = CopyForm(request.POST or None, initial=initial), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = _copies(act, event, form)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                text = ngettext(
                    "The event is set up: %(name)s.", "%(count)d events are set up: %(name)s.", len(made)
                ) % {"name": isolated(made[0].name), "count": len(made)}
                messages.success(request, text)
                return redirect("tournaments:manage", slug=made[0].slug)
    context = {"section": "mine", "event": event, "form": form}
    return render(request, "tournaments/life/copy.html", context, status=status)


def _copies(act: Act, event: Event, form: CopyForm) -> list[Event]:
    data = form.cleaned_data
    return event_copy(
        act=act,
        event=event,
        name=data["name"],
        starts_at=instant_of(datetime.combine(data["date"], data["time"]), event.time_zone, field="time"),
        times=data["times"],
        with_players=data["with_players"],
        is_draft=not data["publish"],
    )


class FormatForm(forms.Form):
    """Another preset that the event's game can be played as, with its number of rounds."""

    preset = forms.ChoiceField(label=gettext_lazy("How it is played"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(preset.key, f"{preset.name}: {preset.explanation}") for preset in presets_of(event.system)]
        self.fields["preset"].choices = choices  # type: ignore[attr-defined] # a choice field's
        self.fields["rounds"] = rounds_field()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change_format(request: HttpRequest, slug: str) -> HttpResponse:
    """Play in another format, until the first round is paired."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    stage = stage_of(event)
    now = stage.options.get("rounds") if rounds_option(stage) is not None else None
    form = FormatForm(request.POST or None, event=event, initial={"preset": event.preset, "rounds": now or None})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            data = form.cleaned_data
            try:
                rounds = data["rounds"] if takes_rounds(data["preset"]) else None
                event_format_change(act=act, event=event, preset=data["preset"], rounds=rounds)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The format is changed."))
                return redirect("tournaments:event_settings", slug=slug)
    context = {"section": "mine", "event": event, "form": form, "is_fixed": not may_change_format(event)}
    return render(request, "tournaments/life/format.html", context, status=status)
