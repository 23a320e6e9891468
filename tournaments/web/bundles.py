"""An event as one file: taken out by its organiser, brought in by the owner of its club after a look at it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.api.throttling import one_at_a_time, require_within_rate
from magistrar_site.shared.errors import DomainError, NotFound
from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.selectors.events import event_by_key, event_by_slug
from tournaments.services.bundle.exporting import event_export_chunks
from tournaments.services.bundle.importing import BundleLook
from tournaments.services.bundle.incoming import bundle_bring_in, bundle_receive
from tournaments.services.permissions import allowed

MEGABYTE = 1024 * 1024


class BundleForm(forms.Form):
    """The file that is looked at."""

    file = forms.FileField(
        label=gettext_lazy("The event’s file"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        help_text=gettext_lazy("You see what is in it before anything is saved."),
    )

    def clean_file(self) -> bytes:
        upload = self.cleaned_data["file"]
        most: int = settings.BUNDLE_MAX_BYTES
        if upload.size > most:
            text = _("The file is larger than %(most)d MB. Whoever runs this service can import it.")
            raise forms.ValidationError(text % {"most": most // MEGABYTE})
        return bytes(upload.read())


@never_cache
@require_safe
@login_required
def event_bundle(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The whole event as a file to save; without names and texts where `public` is set."""
    act, event = act_of(request), event_by_slug(slug)
    full = "public" not in request.GET
    response = StreamingHttpResponse(
        event_export_chunks(act=act, event=event, people=full, texts=full), content_type="application/json"
    )
    name = event.slug if full else f"{event.slug}-without-names"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_bring_in(request: HttpRequest) -> HttpResponse:
    """A file is looked at first; the button `digest` brings in what was looked at."""
    act = act_of(request)
    if request.method != "POST":
        return _page(request, BundleForm())
    if "digest" in request.POST:
        return _brought_in(request, act, request.POST["digest"], request.POST.get("event", ""))
    form = BundleForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        require_within_rate(request, "import")
        with one_at_a_time(str(act.actor), "import"):
            look, digest = bundle_receive(act=act, data=form.cleaned_data["file"])
    except DomainError as refusal:
        return _page(request, form, status=put_on_form(form, refusal))
    return _page(request, BundleForm(), look=look, digest=digest, status=200 if look.may_come_in else 409)


def _brought_in(request: HttpRequest, act: Act, digest: str, key: str) -> HttpResponse:
    try:
        event = bundle_bring_in(act=act, digest=digest)
    except DomainError as refusal:
        here = _event_here(act, key)
        if here is not None and refusal.code in {"no_such_file", "event_exists"}:  # pressed twice
            return redirect("tournaments:manage", slug=here.slug)
        return _page(request, BundleForm(), refusal=refusal.message, status=refusal.status)
    messages.success(request, _("The event is here. Its players need new personal links."))
    return redirect("tournaments:manage", slug=event.slug)


def _event_here(act: Act, key: str) -> Event | None:
    """The event of this key where it is here and the actor runs it."""
    try:
        event = event_by_key(key)
    except NotFound:
        return None
    return event if allowed(act.actor, event, Action.MANAGE_EVENT) else None


def _page(
    request: HttpRequest, form: BundleForm, *, look: BundleLook | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "section": "mine",
        "form": form,
        "look": look,
        "state": EventState(look.state).label if look and look.state else "",
        **more,
    }
    return render(request, "tournaments/bring_in.html", context, status=status)
