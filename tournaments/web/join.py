"""`/j`: a short address for the hall, where a code is typed that leads to an event or to the own page."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from magistrar_site.accounts.services.codes import EVENTS, OF_EVENT, bad_code, code_subject, code_use, wrong_code_count
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError, NotFound
from magistrar_site.shared.proxies import address_counted
from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.selectors.events import entry_by_key, event_by_key


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("Six digits open an event, eight characters your own page."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "characters", "enterkeyhint": "go"}
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Type a code. An event's opens its public page; a player's is used up and opens the personal link."""
    form, status = CodeForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return _opened(form.cleaned_data["code"], address_counted(request.META["REMOTE_ADDR"]))
            except DomainError as refusal:
                status = put_on_form(form, refusal)
    return render(request, "tournaments/join.html", {"form": form}, status=status)


def _opened(typed: str, address: str) -> HttpResponse:
    subject = code_subject(typed, address=address)
    if subject.startswith(EVENTS):
        return redirect("tournaments:event", slug=_event(subject.removeprefix(EVENTS), address).slug)
    entry = entry_by_key(subject)
    if entry.player.erased_at is not None or not code_use(subject=subject, at=timezone.now()):
        raise bad_code()
    return redirect("accounts:link", token=link_token(subject=subject))


def _event(key: str, address: str) -> Event:
    """The event of a code. `bad_code` once it is finished."""
    try:
        event = event_by_key(key)
    except NotFound:
        event = None
    if event is None or event.state == EventState.FINISHED:
        wrong_code_count(OF_EVENT, address=address)
        raise bad_code()
    return event
