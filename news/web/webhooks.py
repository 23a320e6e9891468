"""The owners' pages of a club's webhooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.services.permissions import require_club
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError, NotFound
from news.enums import HappeningType
from news.models import Webhook
from news.selectors.webhooks import deliveries_of, webhook_of, webhooks_of
from news.services.webhooks.set_up import (
    webhook_add,
    webhook_change,
    webhook_remove,
    webhook_resume,
    webhook_secret_renew,
    webhook_stop,
    webhook_test,
)
from news.services.webhooks.signing import secret_of

if TYPE_CHECKING:
    from games.models import Club

PAGE_SIZE = 25
SHOWN_ONCE = "webhook_secret"  # in the session: of which webhook the next page shows the secret


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        help_text=gettext_lazy("It begins with https://. Addresses inside a network are refused."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://example.org/magistrar"}),
    )
    types = forms.MultipleChoiceField(
        label=gettext_lazy("What it is told"),
        choices=HappeningType.choices,
        required=False,
        help_text=gettext_lazy("None ticked: everything, also what is added later."),
        widget=forms.CheckboxSelectMultiple,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's webhooks; with the form one is added."""
    act, club = _act_and_club(request, slug)
    form, status = WebhookForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                webhook, _secret = webhook_add(act=act, club=club, **form.cleaned_data)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                request.session[SHOWN_ONCE] = webhook.key
                return redirect("news:webhook", slug=slug, key=webhook.key)
    rows = [(webhook, urlsplit(webhook.url).hostname) for webhook in webhooks_of(club)]
    context = {"section": "clubs", "club": club, "rows": rows, "form": form}
    return render(request, "news/webhooks.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def webhook(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One webhook: what it is told, its log, and what can be done with it."""
    act, club = _act_and_club(request, slug)
    found = webhook_of(club, key)
    form, status = WebhookForm(initial={"url": found.url, "types": found.types}), 200
    if request.method == "POST" and request.POST.get("step") == "change":
        form, status = WebhookForm(request.POST), 422
        if form.is_valid():
            try:
                webhook_change(act=act, webhook=found, **form.cleaned_data)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("news:webhook", slug=slug, key=key)
    elif request.method == "POST":
        step = STEPS.get(request.POST.get("step", ""))
        if step is None:
            raise NotFound("no_such_step", _("There is no such button."))
        return step(request, act, found)
    shows_secret = request.session.get(SHOWN_ONCE) == found.key and request.method == "GET"
    if shows_secret:
        del request.session[SHOWN_ONCE]
    context = {
        "section": "clubs",
        "club": club,
        "webhook": found,
        "host": urlsplit(found.url).hostname,
        "form": form,
        "secret": secret_of(found) if shows_secret else "",
        "overlaps": found.earlier_until is not None and act.at < found.earlier_until,
        "page": Paginator(deliveries_of(found), PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "news/webhook.html", context, status=status)


def _act_and_club(request: HttpRequest, slug: str) -> tuple[Act, Club]:
    act, club = act_of(request), club_by_slug(slug)
    require_club(act, club, Action.MANAGE_CLUB)
    return act, club


def _back(webhook: Webhook) -> HttpResponse:
    return redirect("news:webhook", slug=webhook.club.slug, key=webhook.key)


def _test_step(request: HttpRequest, act: Act, webhook: Webhook) -> HttpResponse:
    webhook_test(act=act, webhook=webhook)
    messages.success(request, _("The test is on its way. Load this page again in a moment: the log says how it went."))
    return _back(webhook)


def _stop_step(request: HttpRequest, act: Act, webhook: Webhook) -> HttpResponse:
    webhook_stop(act=act, webhook=webhook)
    messages.success(request, _("Stopped. Nothing is sent until you resume it."))
    return _back(webhook)


def _resume_step(request: HttpRequest, act: Act, webhook: Webhook) -> HttpResponse:
    webhook_resume(act=act, webhook=webhook)
    messages.success(request, _("What happens from now on is sent again."))
    return _back(webhook)


def _secret_step(request: HttpRequest, act: Act, webhook: Webhook) -> HttpResponse:
    webhook_secret_renew(act=act, webhook=webhook)
    request.session[SHOWN_ONCE] = webhook.key
    return _back(webhook)


def _remove_step(request: HttpRequest, act: Act, webhook: Webhook) -> HttpResponse:
    slug = webhook.club.slug
    webhook_remove(act=act, webhook=webhook)
    messages.success(request, _("The webhook is removed."))
    return redirect("news:webhooks", slug=slug)


Step = Callable[[HttpRequest, Act, Webhook], HttpResponse]
STEPS: Mapping[str, Step] = {
    "test": _test_step,
    "stop": _stop_step,
    "resume": _resume_step,
    "secret": _secret_step,
    "remove": _remove_step,
}
