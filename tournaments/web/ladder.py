"""A ladder for its players and for those who run it: challenges, answers, holidays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound
from magistrar_site.shared.isolates import isolated
from tournaments.enums import ChallengeOutcome, EventState
from tournaments.models import Challenge, Entry, Event, Stage
from tournaments.selectors.events import entry_by_key
from tournaments.selectors.ladder import ladder_now, ladder_stage
from tournaments.selectors.ladder_views import ladder_view, own_ladder
from tournaments.services.ladder.answer import challenge_accept, challenge_decline
from tournaments.services.ladder.challenge import challenge_make, challenge_withdraw
from tournaments.services.ladder.holidays import holiday_end, holiday_take
from tournaments.services.ladder.locked import challenge_by_key
from tournaments.services.ladder.roster import ladder_leave, ladder_return
from tournaments.services.ladder.rule import challenge_rule, challenge_rule_preview
from tournaments.services.permissions import actions_of, is_own_entry
from tournaments.web.acts import act_and_event, entry_in
from tournaments.web.entries.players import LONGEST_REASON
from tournaments.web.live.watch import desk_watch, evening_watch

ANSWERS: Mapping[str, Callable[..., Challenge]] = {
    "accept": challenge_accept,
    "decline": challenge_decline,
    "withdraw": challenge_withdraw,
}
DONE = {
    "challenge": gettext_lazy("Challenged. The other player answers next."),
    "accept": gettext_lazy("Accepted. Agree on a time, then play."),
    "decline": gettext_lazy("Given up. The challenger takes the place."),
    "withdraw": gettext_lazy("Withdrawn. Nobody moves."),
    "holiday": gettext_lazy("The holiday is entered."),
    "back": gettext_lazy("Back from holiday."),
    "leave": gettext_lazy("Off the ladder."),
    "return": gettext_lazy("Back on the ladder, at the foot."),
}


class HolidayForm(forms.Form):
    first = forms.DateField(label=gettext_lazy("First day away"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=gettext_lazy("Last day away"), widget=forms.DateInput(attrs={"type": "date"}))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_ladder_page(request: HttpRequest, key: str) -> HttpResponse:
    """A player's own ladder, behind the personal link: whom they can challenge and why not, what waits for them, their
    holiday. Each button is a step."""
    entry, act = entry_by_key(key), act_of(request, entry=key)
    if not is_own_entry(act.actor, entry):
        raise NotAllowed(
            "not_your_page", _("This page belongs to a player. Open your own personal link, or ask at the desk.")
        )
    stage = ladder_stage(entry.event)
    form = HolidayForm(request.POST if "holiday" in request.POST else None)
    status, refusal = 200, ""
    if request.method == "POST":
        try:
            done = _step(act, stage, entry, request, form)
        except DomainError as error:
            status = put_on_form(form, error) if form.is_bound else error.status
            refusal = "" if form.is_bound else str(error.message)
        else:
            if done:
                messages.success(request, str(DONE[done]))
                return redirect("tournaments:own_ladder", key=key)
            status = 422
    context = {
        "section": "evening",
        "entry": entry,
        "event": entry.event,
        "form": form,
        "refusal": refusal,
        "live": evening_watch(request, entry.event, key),
        "is_running": entry.event.state == EventState.RUNNING,
    }
    if context["is_running"]:
        context["own"] = own_ladder(ladder_now(stage, timezone.now()), entry)
    return render(request, "tournaments/ladder/own.html", context, status=status)


def _step(act: Act, stage: Stage, entry: Entry, request: HttpRequest, form: HolidayForm) -> str:
    """Do what was pressed for a player; its name among DONE, empty where a form has errors."""
    post = request.POST
    if "challenge" in post:
        challenge_make(act=act, stage=stage, challenger=entry, challenged=entry_in(entry.event, post["challenge"]))
        return "challenge"
    for name, answer in ANSWERS.items():
        if name in post:
            answer(act=act, challenge=challenge_in(entry.event, post[name]))
            return name
    if "holiday" in post:
        if not form.is_valid():
            return ""
        days = form.cleaned_data
        holiday_take(act=act, stage=stage, entry=entry, first=days["first"], last=days["last"])
        return "holiday"
    if "back" in post:
        holiday_end(act=act, stage=stage, entry=entry)
        return "back"
    if "leave" in post:
        ladder_leave(act=act, entry=entry)
        return "leave"
    if "return" in post:
        ladder_return(act=act, stage=stage, entry=entry)
        return "return"
    raise Invalid("no_such_step", _("Choose what to do."))


def challenge_in(event: Event, key: str) -> Challenge:
    """A challenge of this event; NotFound for those of others."""
    found = challenge_by_key(key)
    if found.stage.event_id != event.pk:
        raise NotFound("no_such_challenge", _("There is no such challenge."))
    return found


class ForPlayerForm(forms.Form):
    """A step that the desk does for a player."""

    entry = forms.ChoiceField(label=gettext_lazy("Player"))
    challenged = forms.ChoiceField(label=gettext_lazy("Challenges"))

    def __init__(self, entries: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("entry", "challenged"):
            field: Any = self.fields[name]
            field.choices = [("", _("Choose a player")), *entries]


class DeskHolidayForm(HolidayForm):
    entry = forms.ChoiceField(label=gettext_lazy("Player"))
    field_order = ("entry", "first", "last")

    def __init__(self, entries: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["entry"]
        field.choices = [("", _("Choose a player")), *entries]


class OutcomeForm(forms.Form):
    outcome = forms.ChoiceField(
        label=gettext_lazy("How it ended"),
        choices=[(each.value, each.label) for each in ChallengeOutcome if each != ChallengeOutcome.NONE],
    )
    why = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=gettext_lazy("Needed to confirm. It is kept in the log."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["why"]
        field.is_one_of_several = True  # the preview needs none, but what comes after it does


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def manage_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """What the desk does for players without a phone: challenge, answer, enter a holiday; and what is open."""
    act, event = act_and_event(request, slug, Action.VIEW)
    stage = ladder_stage(event)
    named = _named(stage) if event.state == EventState.RUNNING else []
    pressed = next((name for name in ("challenge", "holiday", *ANSWERS, "back") if name in request.POST), "")
    challenge = ForPlayerForm(named, request.POST if pressed == "challenge" else None)
    holiday = DeskHolidayForm(named, request.POST if pressed == "holiday" else None)
    status, refusal = 200, ""
    if request.method == "POST":
        status = 422
        bound = challenge if pressed == "challenge" else holiday if pressed == "holiday" else None
        try:
            if bound is None or bound.is_valid():
                _desk_step(act, event, stage, pressed, request, bound.cleaned_data if bound else {})
                messages.success(request, str(DONE[pressed]))
                return redirect("tournaments:manage_ladder", slug=slug)
        except DomainError as error:
            status, refusal = error.status, str(error.message)
    context = {
        "section": "mine",
        "event": event,
        "challenge_form": challenge,
        "holiday_form": holiday,
        "refusal": refusal,
        "may": {action.value: action in actions_of(act.actor, event) for action in Action},
        "live": desk_watch(request, event),
        "is_running": event.state == EventState.RUNNING,
    }
    if context["is_running"]:
        context["ladder"] = ladder_view(stage)
    return render(request, "tournaments/ladder/manage.html", context, status=status)


def _named(stage: Stage) -> list[tuple[str, str]]:
    now = ladder_now(stage, timezone.now())
    return [
        (key, f"{place}. {isolated(now.entries[key].player.name)}") for place, key in enumerate(now.ladder.order, 1)
    ]


def _desk_step(
    act: Act, event: Event, stage: Stage, pressed: str, request: HttpRequest, data: Mapping[str, Any]
) -> None:
    if pressed in ANSWERS:
        ANSWERS[pressed](act=act, challenge=challenge_in(event, request.POST[pressed]))
    elif pressed == "challenge":
        two = (entry_in(event, data["entry"]), entry_in(event, data["challenged"]))
        challenge_make(act=act, stage=stage, challenger=two[0], challenged=two[1])
    elif pressed == "holiday":
        days = {"first": data["first"], "last": data["last"]}
        holiday_take(act=act, stage=stage, entry=entry_in(event, data["entry"]), **days)
    elif pressed == "back":
        holiday_end(act=act, stage=stage, entry=entry_in(event, request.POST["back"]))
    else:
        raise Invalid("no_such_step", _("Choose what to do."))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def challenge_ruling(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Decide how a challenge without a game ended: the order that would have been is shown first."""
    act, event = act_and_event(request, slug, Action.RULE)
    challenge = challenge_in(event, key)
    form = OutcomeForm(request.POST or None, initial={"outcome": challenge.outcome})
    context: dict[str, Any] = {"section": "mine", "event": event, "challenge": challenge, "form": form}
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            outcome, decided = ChallengeOutcome(form.cleaned_data["outcome"]), act.because(form.cleaned_data["why"])
            try:
                if "confirm" in request.POST:
                    challenge_rule(act=decided, challenge=challenge, outcome=outcome)
                    messages.success(request, _("Decided. The order follows."))
                    return redirect("tournaments:manage_ladder", slug=slug)
                context["shifts"] = challenge_rule_preview(act=decided, challenge=challenge, outcome=outcome)
                context["is_shown"], status = True, 200
            except DomainError as refusal:
                status = put_on_form(form, refusal)
    return render(request, "tournaments/ladder/rule.html", context, status=status)
