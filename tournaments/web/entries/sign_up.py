"""Signing up on an event's own page. A page view writes nothing; programs are kept out without asking anybody else."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.selectors.players import player_of_account
from games.services.mail import mail_agree
from games.services.players import NAME_LENGTH
from magistrar_site.accounts.services.links import link_tokens
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.accounts.web.views import keep_link
from magistrar_site.shared.acts import Act, SecretIds, act_of
from magistrar_site.shared.api.throttling import within_rate
from magistrar_site.shared.errors import DomainError, Invalid, NotFound
from magistrar_site.shared.isolates import isolated
from tournaments.models import Entry, Event
from tournaments.selectors.asking import Asking, asking_of
from tournaments.selectors.entries import place_in_waiting_list, places_left, waiting_entries
from tournaments.selectors.events import entry_by_key
from tournaments.services.entries.preview import NEW
from tournaments.services.entries.sign_up import (
    SignedUp,
    SignUpState,
    WhoseNameError,
    entry_sign_up,
    sign_up_state,
    unmet_conditions,
)
from tournaments.services.entries.states import entry_sign_off, is_own
from tournaments.web.entries.asking_fields import add_fields, said_in
from tournaments.web.mails import mail_offer
from tournaments.web.public import visible_event

SALT = "magistrar.sign-up"
QUICKEST = timedelta(seconds=2)  # nobody reads the form and types a name in less
OLDEST = timedelta(hours=12)
QR_SCALE = 4


class SignUpForm(forms.Form):
    """A name, and the form's own ticket: which form this is, and when it was shown. `website` is for programs only: who
    sees the page doesn't see it."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("As it should appear on the list: first name and surname."),
    )
    shown = forms.ChoiceField(
        label=gettext_lazy("May the public see your name?"),
        choices=[
            ("name", gettext_lazy("Yes, show my name")),
            ("code", gettext_lazy("No, show a code instead")),
        ],
        widget=forms.RadioSelect,
        required=False,  # no answer is no consent
        help_text=gettext_lazy(
            "The organisers need your name for the list and the pairings, and always see it. The public sees pairings,"
            " results, standings and ratings. Without an answer a code is shown. You can change this later."
        ),
    )
    under_16 = forms.BooleanField(
        label=gettext_lazy("I am under 16"),
        required=False,
        help_text=gettext_lazy("Then the public always sees a code. We don’t ask for your age."),
    )
    mails = forms.BooleanField(
        label=gettext_lazy("Mail me what the club announces about its events, and if it cancels one"),
        required=False,
        help_text=gettext_lazy("Every mail has a link to stop them."),
    )
    player = forms.ChoiceField(label=gettext_lazy("Who are you?"), widget=forms.RadioSelect, required=False)
    website = forms.CharField(
        label=gettext_lazy("Leave this empty"),
        required=False,
        widget=forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"}),
    )
    ticket = forms.CharField(widget=forms.HiddenInput, max_length=200)
    asking: Asking
    asked: Sequence[str] = ()

    def ask(self, asking: Asking) -> None:
        """Ask what the event asks beside the name."""
        self.asking, self.asked = asking, add_fields(self, asking, must_answer=True)

    def asked_fields(self) -> list[forms.BoundField]:
        """The fields of what the event asks beside the name."""
        return [self[name] for name in self.asked]

    def ask_who(self, refusal: WhoseNameError) -> None:
        """Offer the players who are called so."""
        field: Any = self.fields["player"]
        field.choices = [*((player.key, _who_is(player)) for player in refusal.players), (NEW, _("somebody else"))]
        self.fields["name"].help_text = ""


def _who_is(player: Any) -> str:
    club = f", {isolated(player.shown_club.name)}" if player.shown_club else ""
    account = f" ({_('has an account: sign in')})" if player.user_id else ""
    return f"{isolated(player.name)}{club} #{player.key[:4]}{account}"


def ticket_of(event: Event, key: str, at: datetime) -> str:
    """The ticket of a form: which one it is, and when it was shown, signed."""
    return signing.Signer(salt=SALT).sign(f"{event.key}.{key}.{round(at.timestamp() * 1000)}")


def ticket_read(event: Event, ticket: str, at: datetime, *, quickest: timedelta = QUICKEST) -> str:
    """The form's key. Invalid `too_quick` for what no person types as fast, `form_too_old` for a ticket that isn't
    ours, isn't of this event, or was shown long ago."""
    try:
        event_key, key, shown = signing.Signer(salt=SALT).unsign(ticket).split(".")
        age = timedelta(milliseconds=round(at.timestamp() * 1000) - int(shown))
    except (signing.BadSignature, ValueError):
        event_key, key, age = "", "", OLDEST
    if event_key != event.key or age >= OLDEST:
        raise Invalid("form_too_old", _("This form was open for too long. Send it again."))
    if age < quickest:
        raise Invalid("too_quick", _("That was very quick. Check what you entered, then send it again."))
    return key


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, or when it opens; sent, it leads to the page with the personal link."""
    event, act = visible_event(request, slug), act_of(request)
    if request.method != "POST":
        return _page(request, act, event, _form(act, event))
    form = _form(act, event, request.POST.copy())
    status, shown = 422, form
    if form.is_valid():
        try:
            signed_up = _signed_up(request, act, event, form)
        except DomainError as refusal:
            shown, status = _again(act, event, form, refusal)
        else:
            return _welcome(request, event, signed_up)
    return _page(request, act, event, shown, status=status)


def _form(act: Act, event: Event, data: Any = None) -> SignUpForm:
    ticket = ticket_of(event, SecretIds().key(), timezone.now())
    form = SignUpForm(data, initial={"ticket": ticket})
    form.ask(asking_of(event))
    if act.actor.kind == "user":
        player = player_of_account(act.actor.key)
        form.fields["name"].required = player is None
        form.fields["name"].disabled = player is not None
        form.initial["name"] = player.name if player is not None else ""
    wanted = data.get("player", "") if data is not None else ""
    if wanted:  # which of the names it was is the service's to see
        choices: Any = form.fields["player"]
        choices.choices = [(wanted[:12], "")]
    return form


def require_rate(request: HttpRequest, act: Act) -> None:
    """DomainError `rate_limited` where too many sign up from one address without an account."""
    if act.actor.kind != "user" and not within_rate(request, "sign_up"):
        raise DomainError(
            "rate_limited", _("Too many people are signing up from here at once. Wait a while."), status=429
        )


def _signed_up(request: HttpRequest, act: Act, event: Event, form: SignUpForm) -> SignedUp:
    data = form.cleaned_data
    if data["website"]:
        raise Invalid("too_quick", _("Leave the hidden field empty, then send it again."))
    is_account = act.actor.kind == "user"
    form_key = ticket_read(event, data["ticket"], act.at, quickest=timedelta() if is_account else QUICKEST)
    require_rate(request, act)
    signed_up = entry_sign_up(
        act=act,
        event=event,
        name=data["name"],
        player=data["player"],
        form_key=form_key,
        name_public=data["shown"] == "name",
        under_16=data["under_16"],
        said=said_in(data, form.asking),
    )
    if data["mails"] and is_account:
        mail_agree(act=act, club=event.club)
    return signed_up


def _again(act: Act, event: Event, form: SignUpForm, refusal: DomainError) -> tuple[SignUpForm, int]:
    """The form with what was refused. One that is too old gets a new ticket."""
    data: Any = form.data
    if refusal.code == "form_too_old":
        data["ticket"] = ticket_of(event, SecretIds().key(), act.at)
    if isinstance(refusal, WhoseNameError):
        data.pop("player", None)
        form.ask_who(refusal)
    form.full_clean()
    return form, put_on_form(form, refusal)


def _page(request: HttpRequest, act: Act, event: Event, form: SignUpForm, *, status: int = 200) -> HttpResponse:
    state = sign_up_state(event, act.at)
    player = player_of_account(act.actor.key) if act.actor.kind == "user" else None
    context = {
        "section": "events",
        "event": event,
        "rules": event.entering,
        "state": state.value,
        "is_open": state is SignUpState.OPEN,
        "form": form,
        "fee": form.asking.form,
        "asks_who": bool(getattr(form.fields["player"], "choices", None)) and form.errors,
        "player": player,
        "mail": mail_offer(act.actor, event),
        "unmet": [message for _code, message in unmet_conditions(event, player)] if player else [],
        "places_left": places_left(event),
        "waiting": waiting_entries(event).count(),
    }
    return render(request, "tournaments/entries/sign_up.html", context, status=status)


def _welcome(request: HttpRequest, event: Event, signed_up: SignedUp) -> HttpResponse:
    response = redirect("tournaments:signed_up", slug=event.slug, key=signed_up.entry.key)
    keep_link(request, response, signed_up.token)
    return response


def _own_entry(request: HttpRequest, key: str) -> tuple[Act, Entry]:
    """The entry, for its player alone. DomainError 403 for everybody else."""
    entry, act = entry_by_key(key), act_of(request, entry=key)
    if not is_own(act, entry):
        raise DomainError("not_your_entry", _("This page belongs to another player."), status=403)
    return act, entry


@never_cache
@require_safe
def signed_up(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Welcome: the personal link to keep, as an address and as a code."""
    _act, entry = _own_entry(request, key)
    context = {
        "section": "evening",
        "event": entry.event,
        "entry": entry,
        "address": _address(request, entry),
        "waiting_place": place_in_waiting_list(entry),
    }
    return render(request, "tournaments/entries/signed_up.html", context)


def _address(request: HttpRequest, entry: Entry) -> str:
    """The personal link; NotFound where it was revoked, until the desk makes a new one."""
    token = link_tokens([entry.key]).get(entry.key)
    if token is None:
        raise NotFound("no_such_link", _("Your link was replaced. Ask at the desk for the new one."))
    return request.build_absolute_uri(reverse("accounts:link", args=[token]))


@never_cache
@require_safe
def signed_up_code(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The player's own link as a QR code, SVG."""
    _act, entry = _own_entry(request, key)
    picture = io.BytesIO()
    segno.make(_address(request, entry), error="m", micro=False).save(
        picture, kind="svg", scale=QR_SCALE, border=2, light="#fff"
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_POST
def sign_off(request: HttpRequest, key: str) -> HttpResponse:
    """The player won't come."""
    act, entry = _own_entry(request, key)
    entry_sign_off(act=act, entry=entry)
    messages.success(request, _("You are off the list. See you another time."))
    return redirect("tournaments:event", slug=entry.event.slug)
