"""One page for everything that an event was set up with, and who helps with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.enums import Action, Role
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.form_pages import form_stands_on
from tournaments.enums import BEFORE_START, OVER
from tournaments.models import Stage
from tournaments.selectors.events import event_by_slug, stage_of
from tournaments.services.events.change_format import may_change_format
from tournaments.services.events.life import may_be_deleted
from tournaments.services.events.settings import event_role_set, event_settings_change
from tournaments.services.permissions import allowed, roles_of_event
from tournaments.web.acts import act_and_event
from tournaments.web.event_settings.concurrent_edit import form_after_others, sent_form
from tournaments.web.event_settings.form import SettingsForm


class RoleForm(forms.Form):
    email = forms.EmailField(label=gettext_lazy("E-mail address of the account"), max_length=254)
    role = forms.ChoiceField(
        label=gettext_lazy("Role in this event"), choices=[(role.value, role.label) for role in Role], initial=Role.DESK
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """All settings of an event. Sent, what differs is changed."""
    act, event = act_and_event(request, slug, Action.MANAGE_EVENT)
    stage = stage_of(event)
    if request.method != "POST":
        return _page(request, act, stage, SettingsForm(stage=stage))
    form = sent_form(request.POST, stage)
    status = 422
    if form.is_valid():
        data: Mapping[str, Any] = form.cleaned_data
        try:
            event_settings_change(act=act.because(data["why"]), stage=stage, changes=form.changes(), seen=data["seen"])
        except DomainError as refusal:
            if refusal.code == "stale":
                stage = stage_of(event_by_slug(slug))
                return _page(request, act, stage, form_after_others(form, stage), status=refusal.status)
            status = put_on_form(form, refusal)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("tournaments:event_settings", slug=event.slug)
    return _page(request, act, stage, form, status=status)


def _page(
    request: HttpRequest, act: Act, stage: Stage, form: SettingsForm, *, status: int = 200, role_form: Any = None
) -> HttpResponse:
    event = stage.event
    context = {
        "section": "mine",
        "event": event,
        "stage": stage,
        "form": form,
        "has_started": event.state not in BEFORE_START,
        "is_over": event.state in OVER,
        "may_change_format": may_change_format(event),
        "may_be_deleted": may_be_deleted(event),
        "may_give_roles": allowed(act.actor, event, Action.MANAGE_ROLES),
        "roles": list(roles_of_event(event)),
        "role_form": role_form or RoleForm(auto_id="role_%s"),
    }
    return render(request, "tournaments/entries/settings.html", context, status=status)


@form_stands_on("tournaments:event_settings")
@require_POST
@login_required
def role_set(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a role in this event; with the button `take` take it."""
    act, event = act_and_event(request, slug, Action.MANAGE_ROLES)
    form = RoleForm(request.POST, auto_id="role_%s")
    is_taken = "take" in request.POST
    if is_taken:
        form.fields["role"].required = False
    status = 422
    if form.is_valid():
        role = None if is_taken else Role(form.cleaned_data["role"])
        try:
            event_role_set(act=act, event=event, email=form.cleaned_data["email"], role=role)
        except DomainError as refusal:
            status = put_on_form(form, refusal)
        else:
            messages.success(request, _("The role is removed.") if is_taken else _("The role is given."))
            return redirect("tournaments:event_settings", slug=event.slug)
    stage = stage_of(event)
    return _page(request, act, stage, SettingsForm(stage=stage), status=status, role_form=form)
